import { formatMoney, dropDecimals } from 'stoa/money'
import { inCurrency } from './actions.ts'
import { type Choice, selectLines } from './choose-lines.ts'
import type { ConditionEvaluator, Facts, Verdict } from './types.ts'

const explain = (word: string, params?: Record<string, unknown>) => ({ key: `promotion:why.${word}`, ...(params && { params }) })
const meets = (is: boolean, word: string, params?: Record<string, unknown>): Verdict => is || { not: explain(word, params) }

/** Compares the subtotal before promotions. */
function minSubtotal({ amount, ...choice }: { amount: number } & Choice, facts: Facts): Verdict {
  const requested = inCurrency(amount, facts)
  const there = selectLines(choice, facts).reduce((sum, i) => sum + (facts.lines[i]?.unit ?? 0) * (facts.lines[i]?.quantity ?? 0), 0)
  return meets(there >= requested, 'subtotal', {
    amount: `${facts.currency.mark}${dropDecimals(formatMoney(Math.max(0, requested - there)), facts.currency.code)}`,
  })
}

function minQuantity({ quantity, ...choice }: { quantity: number } & Choice, facts: Facts): Verdict {
  const there = selectLines(choice, facts).reduce((sum, i) => sum + (facts.lines[i]?.quantity ?? 0), 0)
  return meets(there >= quantity, 'quantity', { count: quantity - there })
}

/** At least one of the selected items is in the cart. */
const hasOne = (choice: Choice, facts: Facts): Verdict => meets(selectLines(choice, facts).length > 0, 'goods')

/** Compares a choice made at checkout. In the cart it is not known yet. */
const among = (list: readonly string[], chosen: string | null, word: string): Verdict =>
  chosen === null ? { later: explain(`${word}_later`) } : meets(list.includes(chosen), word)

const getFact = (name: string, facts: Facts) => facts.loadedData[name]

/** Evaluation functions of the condition types of this plugin. Pure: loaded data is in `known`. */
export const ownConditions = {
  min_subtotal: minSubtotal,
  min_quantity: minQuantity,
  products: ({ products }: { products: readonly number[] }, facts: Facts) => hasOne({ products }, facts),
  categories: ({ categories }: { categories: readonly number[] }, facts: Facts) => hasOne({ categories }, facts),
  brands: ({ brands }: { brands: readonly number[] }, facts: Facts) => hasOne({ brands }, facts),
  customer_groups: ({ groups }: { groups: readonly number[] }, facts: Facts) =>
    meets(groups.includes(Number(getFact('customer_groups', facts) ?? 0)), 'group'),
  first_order: (_: object, facts: Facts) => meets(getFact('first_order', facts) === true, 'first_order'),
  birthday_month: (_: object, facts: Facts) => meets(getFact('birthday_month', facts) === true, 'birthday'),
  payment_methods: ({ codes }: { codes: readonly string[] }, facts: Facts) => among(codes, facts.payment, 'payment'),
  shipping_methods: ({ codes }: { codes: readonly string[] }, facts: Facts) => among(codes, facts.way, 'shipping'),
  currencies: ({ codes }: { codes: readonly string[] }, facts: Facts) => meets(codes.includes(facts.currency.code), 'currency'),
  channels: ({ codes }: { codes: readonly string[] }, facts: Facts) => meets(codes.includes(facts.channel ?? 'store'), 'channel'),
  languages: ({ languages }: { languages: readonly string[] }, facts: Facts) => meets(languages.includes(facts.language), 'language'),
} satisfies Record<string, ConditionEvaluator>
