import type { Ctx, Db } from 'stoa'
import { readProductPlaces } from 'stoa/plugins/catalogue'
import { getMark } from 'stoa/plugins/currency'
import type { Pricing, RejectChoice } from 'stoa/plugins/sales'
import { chooseRules, listMatchingRules, type EvaluationResult, type RejectedRule } from '../domain/evaluate.ts'
import { toRuleOrder, sortLines, restoreOrder, toRemainingAmounts } from '../domain/rule-order.ts'
import type { Facts, Part, Pieces, RemainingAmounts, Rule } from '../domain/types.ts'
import { filterValidCodes } from './codes.ts'
import { inCents } from './own-pieces.ts'
import { ACTIONS, CONDITIONS } from './extension-points.ts'
import { type Asking, type ReadRule, type ActiveRules, readActiveRules } from './read.ts'
import { hashCustomer } from './hash-customer.ts'

/** The condition and action types that are installed. */
const getPieces = ({ kernel }: Pick<Ctx, 'kernel'>): Pieces => ({
  conditions: kernel.contributions(CONDITIONS),
  actions: kernel.contributions(ACTIONS),
})

/** Converts the amounts in parts to cents, as the evaluation functions expect. */
function inTheirKind(ctx: Ctx, parts: readonly Part[], extensionPoint: typeof CONDITIONS | typeof ACTIONS): Part[] {
  return parts.map(({ type, value }) => {
    const piece = ctx.kernel.contributions(extensionPoint as typeof CONDITIONS).get(type)
    return { type, value: piece ? inCents(piece, value) : value }
  })
}

/** Converts a stored rule to the form of the evaluation; for a rule with codes, together with its code. */
function getRule(ctx: Ctx, rule: ReadRule, by?: { id: number; code: string; uses_left: number | null }): Rule {
  const { trigger: _, ...same } = rule
  const left = [rule.uses_left, by?.uses_left ?? null].filter((n) => n !== null)
  return {
    ...same,
    code: by?.code ?? null,
    coupon_id: by?.id ?? null,
    uses_left: left.length > 0 ? Math.min(...left) : null,
    conditions: rule.conditions.map((group) => inTheirKind(ctx, group, CONDITIONS)),
    actions: inTheirKind(ctx, rule.actions, ACTIONS),
  }
}

const getParts = (rules: readonly Rule[]): Part[] => rules.flatMap(({ conditions, actions }) => [...conditions.flat(), ...actions])

const some = (value: unknown) => Array.isArray(value) && value.length > 0

/** Loads the facts for one sale. Only the data that a rule needs is loaded. */
async function findFacts(
  ctx: Ctx,
  sale: Pricing,
  rules: readonly Rule[],
  clock: Pick<ActiveRules, 'weekday' | 'minute'>,
  db: Db,
): Promise<Facts> {
  const parts = getParts(rules)
  const byPlace = parts.some(({ value }) => some(value['brands']) || some(value['categories']))
  const products = [...new Set(sale.lines.flatMap(({ product_id }) => product_id ?? []))]
  const loaded = [...ctx.kernel.contributions(CONDITIONS), ...ctx.kernel.contributions(ACTIONS)].flatMap(([name, { load }]) => {
    const values = parts.filter(({ type }) => type === name).map(({ value }) => value)
    return load && values.length > 0 ? [load(ctx, sale, values, db).then((data) => [name, data] as const)] : []
  })
  const [places, loadedEntries] = await Promise.all([
    byPlace && products.length > 0 ? readProductPlaces(db, products) : [],
    Promise.all(loaded),
  ])
  return {
    lines: sale.lines.map(({ kind, subject_id, product_id, unit, quantity }) => ({ kind, subject_id, product_id, unit, quantity })),
    clock: { weekday: clock.weekday, minute: clock.minute },
    currency: { ...sale.currency, mark: getMark(ctx.kernel, sale.currency.code) },
    language: ctx.language,
    channel: sale.channel ?? 'store',
    store: sale.store ?? null,
    way: sale.shippingMethod ?? null,
    payment: sale.payment ?? null,
    products: new Map(places.map(({ id, brand, categories }) => [id, { brand, categories }])),
    loadedData: Object.fromEntries(loadedEntries),
  }
}

/** The rules evaluated for one sale, before the remaining amounts are known. */
export interface EvaluatedSale {
  /** Lines are in rule order. `choose` maps them to the lines of the sale. */
  facts: Facts
  /** Rejected rules with reasons. */
  passed: RejectedRule[]
  /** Applies the rules to the remaining amounts, by line of the sale. Returns the deductions and the rejected rules. */
  choose(left: RemainingAmounts): EvaluationResult
}

/**
 * The indexes of the lines that count for rules, in rule order. A line that an earlier adjustment reduced to zero is free and does not
 * count.
 */
const getPurchasedLines = ({ lines }: Facts, left: RemainingAmounts, order: readonly number[]): number[] =>
  order.filter((i, n) => {
    const line = lines[n]
    return (left.lines[i] ?? 0) > 0 || !line || line.unit * line.quantity === 0
  })

/** Loads and evaluates rules and codes; undefined when there is no rule. Codes without an active rule are rejected through `refuse`. */
export async function evaluateSale(
  ctx: Ctx,
  sale: Pricing,
  typed: readonly string[],
  db: Db,
  refuse: RejectChoice,
  asking: Asking = {},
): Promise<EvaluatedSale | undefined> {
  const getCustomerHashes = () => hashCustomer(ctx, { customer: sale.customer, ...sale.buyer })
  const activeRules = await readActiveRules(ctx, db, { codes: typed, getCustomerHashes, customer: sale.customer, ...asking })
  const codes = filterValidCodes(typed, activeRules, refuse)
  const rules = activeRules.rules.flatMap((rule) => {
    const by = codes.find(({ promotion_id }) => promotion_id === rule.id)
    return rule.trigger === 'code' && !by && rule.id !== asking.also ? [] : [getRule(ctx, rule, by)]
  })
  if (rules.length === 0) return undefined
  const read = await findFacts(ctx, sale, rules, activeRules, db)
  const order = sortLines(read)
  const facts = toRuleOrder(read, order)
  const pieces = getPieces(ctx)
  const all = listMatchingRules(rules, facts, pieces)
  return {
    facts,
    passed: all.passed,
    choose(left) {
      const purchasedLines = getPurchasedLines(facts, left, order)
      if (purchasedLines.length === 0 && order.length > 0) return { applied: [], passed: [] }
      const purchasedFacts = purchasedLines.length === order.length ? facts : toRuleOrder(read, purchasedLines)
      const { holds, passed } = purchasedFacts === facts ? all : listMatchingRules(rules, purchasedFacts, pieces)
      const outcome = chooseRules(holds, toRemainingAmounts(left, purchasedLines), purchasedFacts, pieces)
      return {
        applied: outcome.applied.map((appliedRule) => ({
          ...appliedRule,
          shares: restoreOrder(appliedRule.shares, purchasedLines, order.length),
        })),
        passed: [...passed, ...outcome.passed],
      }
    },
  }
}
