/** Statuses of an entry. Rule: specification backoffice 2.10. */
export const entryStatuses = ['pending', 'approved', 'paid', 'canceled'] as const

/** Statuses of a settlement. */
export const settlementStatuses = ['draft', 'processing', 'pending', 'approved', 'paid', 'canceled'] as const

/** Transitions of a settlement. */
export const settlementTransitions = {
  finish: { from: ['processing'], to: 'pending', manual: false },
  approve: { from: ['pending'], to: 'approved', intent: 'success' },
  pay: { from: ['approved'], to: 'paid', intent: 'success' },
  settle: { from: ['approved'], to: 'paid', manual: false },
  compute: { from: ['draft', 'pending'], to: 'processing', intent: 'primary' },
  cancel: { from: ['draft', 'processing', 'pending', 'approved'], to: 'canceled', intent: 'danger' },
} as const

/** Name and transitions of a settlement, for code that its declaration calls. */
export const settlementTable = { name: 'commission_settlement', transitions: settlementTransitions } as const
