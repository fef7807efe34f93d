import {
  defineResource,
  type DraftInput,
  extendResource,
  f,
  message,
  type Message,
  type RawInput,
  validationError,
  type ValidatedInput,
} from 'stoa'
import { product } from 'stoa/plugins/catalogue'

/** The percentage of a product in a commission group. */
export const productCommission = defineResource({
  name: 'product_commission',
  verbs: [],
  label: 'percentage',
  fields: {
    product_id: f.one('product', { readOnly: true, sheet: false }),
    commission_group_id: f.one('commission_group'),
    percentage: f.percent({ min: 0, max: 100 }),
  },
})

const fields = { commissions: f.rows(productCommission, { by: 'product_id', default: [], group: 'commission' }) }

const isBlank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A stored row that is sent by its id alone stays as it is. */
const isDropped = (row: object): boolean => ('percentage' in row && row.percentage !== undefined ? isBlank(row.percentage) : !('id' in row))

/** Drops rows without a percentage. Specification backoffice B-186. */
function dropBlankRows({ input }: RawInput<typeof fields>): void {
  const rows: unknown = input.commissions
  if (Array.isArray(rows)) input.commissions = rows.filter((row: unknown) => typeof row !== 'object' || row === null || !isDropped(row))
}

/** The same for rows that do not come as raw input, such as those of a sheet. */
function dropBlankCells({ input }: DraftInput<typeof fields>): void {
  if (input.commissions) input.commissions = input.commissions.filter((row) => !isDropped(row))
}

/** @throws AppError INVALID for two percentages of the same group */
function checkRows({ input, old }: ValidatedInput<typeof fields>): void {
  const stored = new Map((old?.commissions ?? []).map((row) => [row.id, row.commission_group_id]))
  const errors: Record<string, Message> = {}
  const groups = new Set<unknown>()
  for (const [n, row] of (input.commissions ?? []).entries()) {
    const group = row.commission_group_id ?? stored.get(row.id ?? 0)
    if (group !== undefined && groups.has(group)) errors[`commissions.${n}.commission_group_id`] = message('commission:error.group_twice')
    groups.add(group)
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Adds percentages by commission group to products. */
export const commissionsOfProduct = extendResource(product, {
  fields,
  tabs: { commission: ['commission'] },
  hooks: { parseInput: dropBlankRows, beforeValidate: dropBlankCells, validate: checkRows },
})
