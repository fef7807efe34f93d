import { validationError, message, trimTrailing } from 'stoa'

/**
 * Columns of a rule's sheets for what is a list of pieces elsewhere: one action with its number, a condition told in somebody else's way, and
 * what else a rule may have hung on there.
 */
export const ruleCells = [
  { name: 'action', of: 'actions' },
  { name: 'action_value', of: 'actions' },
  { name: 'minimum_amount', of: 'conditions' },
  { name: 'foreign_conditions', of: 'conditions' },
  { name: 'foreign_more', of: 'conditions' },
]

type Value = Record<string, unknown>

/** What an action is asked, made of one number; undefined for one that cannot be told by a number. */
const valueOf: Readonly<Record<string, (number: string) => Value>> = {
  percent_order: (percent) => ({ percent }),
  percent_lines: (percent) => ({ percent }),
  amount_order: (amount) => ({ amount }),
  amount_lines: (amount) => ({ amount }),
  fixed_price: (amount) => ({ amount }),
  free_shipping: () => ({}),
}

/** A number as sheets have it, with as many decimals as it needs: "10.0000" is "10". @throws Failed INVALID */
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

/** Amounts of the cart as other shops name them. */
const subtotals: ReadonlySet<unknown> = new Set(['cart|base_sub_total', 'cart|sub_total', 'base_sub_total', 'base_subtotal'])

/**
 * Conditions as a list of attribute, operator and value. What has no counterpart here refuses its row: a rule without one of its conditions
 * would be cheaper than it was. @throws Failed INVALID naming the condition
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
  if (list.length > 1) throw lost(list.map((one: Foreign) => String(one?.attribute ?? '?')).join(', '))
  const { attribute, operator, value } = (list[0] ?? {}) as Foreign
  if (!subtotals.has(attribute) || operator !== '>=' || !/^\d{1,12}(\.\d{1,4})?$/.test(String(value)))
    throw lost(`${String(attribute ?? '?')} ${String(operator ?? '')}`.trim())
  return [[subtotalOf(Number(value).toFixed(2))]]
}

const subtotalOf = (amount: string): Value => ({ type: 'min_subtotal', value: { amount, products: [], categories: [], brands: [] } })

const lost = (what: string, column = 'foreign_conditions') =>
  validationError({ [column]: message('promotion:error.foreign_condition', { what: what.trim().slice(0, 80) }) })

export const readRuleCells = {
  /** A rule of one action with one number is told by it; what is more stands in the columns of its pieces. */
  write: (): Value => ({ action: '', action_value: '', minimum_amount: '', foreign_conditions: '', foreign_more: '' }),
  /** @throws Failed INVALID by column */
  read(cells: Record<string, string>, input: Record<string, unknown>): void {
    const action = cells['action']?.trim()
    if (action) {
      const make = valueOf[action]
      if (!make) throw validationError({ action: message('promotion:error.foreign_action', { what: action }) })
      if (action !== 'free_shipping' && !cells['action_value']) throw validationError({ action_value: message('core:rule.required') })
      input['actions'] = [{ type: action, value: make(getNumber(cells['action_value'] || '0', 'action_value')) }]
    }
    if (cells['minimum_amount']) input['conditions'] = [[subtotalOf(getNumber(cells['minimum_amount'], 'minimum_amount'))]]
    if (cells['foreign_more']) throw lost(cells['foreign_more'], 'foreign_more')
    if (cells['foreign_conditions']) input['conditions'] = getConditions(cells['foreign_conditions'])
  },
}
