import { type RawInput, validationError, sql, message } from 'stoa'
import { rowElsewhere } from 'stoa/plugins/sheets'

/** Whose numbers of rules sheets of codes name: those that came with the rules themselves. */
const RULES = 'bagisto cart rule'
/** Letters of what is not known that are told back. */
const MOST_SAID = 80

/** What sheets of other shops say of a code that no field of ours holds. */
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
 * The rule a code belongs to, by the number it had elsewhere: it was brought before. A limit for each customer is of the rule here, so that
 * one of a code alone refuses it: it would be good for more than it was. @throws Failed INVALID by column
 */
export async function acceptForeign({ tx, old, input }: RawInput): Promise<void> {
  const { foreign_rule: rule, usage_per_customer: most } = input
  // What no sheet says is no field, and is told so.
  if (typeof rule === 'string') {
    delete input['foreign_rule']
    const number = rule.trim()
    const found = number.includes('\0') ? undefined : await rowElsewhere(tx, RULES, 'promotion', number)
    if (found === undefined)
      throw validationError({ foreign_rule: message('promotion:error.foreign_rule', { what: number.slice(0, MOST_SAID) }) })
    input['promotion_id'] = found
  }
  if (typeof most !== 'string') return
  delete input['usage_per_customer']
  const id = Number(input['promotion_id'] ?? old?.['promotion_id'])
  // No number of a rule: it is refused by its own name.
  if (!Number.isSafeInteger(id)) return
  const row = await tx.one<{ most: number | null }>(sql`select usage_per_customer as most from promotion where id = ${id}`)
  if (!row?.most || !(row.most <= Number(most)))
    throw validationError({ usage_per_customer: message('promotion:error.per_customer', { count: most.slice(0, MOST_SAID) }) })
}
