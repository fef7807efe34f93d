import { type RawInput, validationError, sql, message } from 'stoa'
import { rowElsewhere } from 'stoa/plugins/sheets'

/** Source name under which imports recorded the external ids of rules. */
const RULES = 'bagisto cart rule'
/** Maximum number of characters of an unknown value in an error message. */
const MAX_TEXT_LENGTH = 80

/** Import columns for properties of a code in other systems that have no field here. */
export const foreignCells = [
  { name: 'foreign_rule', of: 'promotion_id' },
  { name: 'usage_per_customer', of: 'promotion_id' },
]

export const readForeignCells = {
  write: () => ({ foreign_rule: '', usage_per_customer: '' }),
  read(cells: Record<string, string>, input: Record<string, unknown>): void {
    for (const { name } of foreignCells) if (cells[name]) input[name] = cells[name]
  },
}

/**
 * Finds the rule of a code by its external id from an earlier import. A usage limit per customer belongs to the rule here, so a code with a
 * limit of its own is refused: otherwise it would allow more uses than before.
 * @throws AppError INVALID by column
 */
export async function acceptForeign({ tx, old, input }: RawInput): Promise<void> {
  const { foreign_rule: rule, usage_per_customer: most } = input
  // An unknown value is reported as an error of its own column.
  if (typeof rule === 'string') {
    delete input['foreign_rule']
    const number = rule.trim()
    const found = number.includes('\0') ? undefined : await rowElsewhere(tx, RULES, 'promotion', number)
    if (found === undefined)
      throw validationError({ foreign_rule: message('promotion:error.foreign_rule', { what: number.slice(0, MAX_TEXT_LENGTH) }) })
    input['promotion_id'] = found
  }
  if (typeof most !== 'string') return
  delete input['usage_per_customer']
  const id = Number(input['promotion_id'] ?? old?.['promotion_id'])
  // Not a numeric id: the error names the value itself.
  if (!Number.isSafeInteger(id)) return
  const row = await tx.one<{ most: number | null }>(sql`select usage_per_customer as most from promotion where id = ${id}`)
  if (!row?.most || !(row.most <= Number(most)))
    throw validationError({ usage_per_customer: message('promotion:error.per_customer', { count: most.slice(0, MAX_TEXT_LENGTH) }) })
}
