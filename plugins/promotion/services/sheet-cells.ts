import { validationError, message, trimTrailing } from 'stoa'

/**
 * Import columns for rules of other systems: one action with its number, conditions in the other system's format, and further conditions.
 */
export const ruleCells = [
  { name: 'action', of: 'actions' },
  { name: 'action_value', of: 'actions' },
  { name: 'minimum_amount', of: 'conditions' },
  { name: 'foreign_conditions', of: 'conditions' },
  { name: 'foreign_more', of: 'conditions' },
]

type Value = Record<string, unknown>

/** Converts a number to the value of an action; undefined for actions that need more than a number. */
const valueBuilders: Readonly<Record<string, (number: string) => Value>> = {
  percent_order: (percent) => ({ percent }),
  percent_lines: (percent) => ({ percent }),
  amount_order: (amount) => ({ amount }),
  amount_lines: (amount) => ({ amount }),
  fixed_price: (amount) => ({ amount }),
  free_shipping: () => ({}),
}

/** Normalizes a number without trailing zeros: "10.0000" becomes "10". @throws AppError INVALID */
function getNumber(cell: string, column: string): string {
  const found = /^(\d{1,12})(?:\.(\d*))?$/.exec(cell.trim())
  const decimals = trimTrailing(found?.[2] ?? '', '0')
  if (!found || decimals.length > 2) throw validationError({ [column]: message('core:rule.check_input') })
  return decimals ? `${found[1]}.${decimals}` : (found[1] ?? '')
}

interface Foreign {
  attribute?: unknown
  operator?: unknown
  value?: unknown
}

/** Cart amounts by their names in other systems. */
const subtotals: ReadonlySet<unknown> = new Set(['cart|base_sub_total', 'cart|sub_total', 'base_sub_total', 'base_subtotal'])

/**
 * Parses conditions as a list of attribute, operator and value. A condition without counterpart refuses the row, because a rule without it
 * would discount more than before.
 * @throws AppError INVALID naming the condition
 */
function getConditions(cell: string): Value[][] {
  let list: unknown
  try {
    list = JSON.parse(cell)
  } catch {
    throw lost(cell)
  }
  if (list === null) return []
  if (!Array.isArray(list)) throw lost(cell)
  if (list.length === 0) return []
  if (list.length > 1) throw lost(list.map((condition: Foreign) => String(condition?.attribute ?? '?')).join(', '))
  const { attribute, operator, value } = (list[0] ?? {}) as Foreign
  if (!subtotals.has(attribute) || operator !== '>=' || !/^\d{1,12}(\.\d{1,4})?$/.test(String(value)))
    throw lost(`${String(attribute ?? '?')} ${String(operator ?? '')}`.trim())
  return [[toSubtotalCondition(Number(value).toFixed(2))]]
}

const toSubtotalCondition = (amount: string): Value => ({
  type: 'min_subtotal',
  value: { amount, products: [], categories: [], brands: [] },
})

const lost = (text: string, column = 'foreign_conditions') =>
  validationError({ [column]: message('promotion:error.foreign_condition', { what: text.trim().slice(0, 80) }) })

export const readRuleCells = {
  /** An export leaves these columns empty, since the columns of actions and conditions hold everything. */
  write: (): Value => ({ action: '', action_value: '', minimum_amount: '', foreign_conditions: '', foreign_more: '' }),
  /** @throws AppError INVALID by column */
  read(cells: Record<string, string>, input: Record<string, unknown>): void {
    const action = cells['action']?.trim()
    if (action) {
      const make = valueBuilders[action]
      if (!make) throw validationError({ action: message('promotion:error.foreign_action', { what: action }) })
      if (action !== 'free_shipping' && !cells['action_value']) throw validationError({ action_value: message('core:rule.required') })
      input['actions'] = [{ type: action, value: make(getNumber(cells['action_value'] || '0', 'action_value')) }]
    }
    if (cells['minimum_amount']) input['conditions'] = [[toSubtotalCondition(getNumber(cells['minimum_amount'], 'minimum_amount'))]]
    if (cells['foreign_more']) throw lost(cells['foreign_more'], 'foreign_more')
    if (cells['foreign_conditions']) input['conditions'] = getConditions(cells['foreign_conditions'])
  },
}
