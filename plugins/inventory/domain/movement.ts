/** Reason of a quantity change. */
export const movementTypes = [
  'plus',
  'minus',
  'update',
  'transfer_out',
  'transfer_in',
  'sale',
  'return',
  'receive',
  'discard',
  'stocktake',
  'import',
] as const

export type MovementType = (typeof movementTypes)[number]
