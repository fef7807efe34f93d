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

/** The pieces that are installed. */
const getPieces = ({ kernel }: Pick<Ctx, 'kernel'>): Pieces => ({
  conditions: kernel.contributions(CONDITIONS),
  actions: kernel.contributions(ACTIONS),
})

/** Parts with amounts in cents, as the functions of their pieces take them. */
function inTheirKind(ctx: Ctx, parts: readonly Part[], of: typeof CONDITIONS | typeof ACTIONS): Part[] {
  return parts.map(({ type, value }) => {
    const piece = ctx.kernel.contributions(of as typeof CONDITIONS).get(type)
    return { type, value: piece ? inCents(piece, value) : value }
  })
}

/** A rule as it is weighed; by a code, with that. */
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

/** All that rules hang on, read for one sale: what no rule asks for is not read. */
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
    return load && values.length > 0 ? [load(ctx, sale, values, db).then((known) => [name, known] as const)] : []
  })
  const [places, known] = await Promise.all([byPlace && products.length > 0 ? readProductPlaces(db, products) : [], Promise.all(loaded)])
  return {
    lines: sale.lines.map(({ kind, subject_id, product_id, unit, quantity }) => ({ kind, subject_id, product_id, unit, quantity })),
    clock: { weekday: clock.weekday, minute: clock.minute },
    currency: { ...sale.currency, mark: getMark(ctx.kernel, sale.currency.code) },
    language: ctx.language,
    channel: sale.channel ?? 'store',
    store: sale.store ?? null,
    way: sale.way ?? null,
    payment: sale.payment ?? null,
    products: new Map(places.map(({ id, brand, categories }) => [id, { brand, categories }])),
    known: Object.fromEntries(known),
  }
}

/** Rules weighed for one sale, as far as can be told before it is known what is left of it. */
export interface WeighedSale {
  /** With lines in the order rules see them; by line of the sale only through `choose`. */
  facts: Facts
  /** Rules that do not hold, and why. */
  passed: RejectedRule[]
  /** What is taken off what is left, by line of the sale, and why nothing is by the others. */
  choose(left: RemainingAmounts): EvaluationResult
}

/** The places of lines that are bought, in the order of their own: what others before have taken to nothing was given, and counts for no rule. */
const getBought = ({ lines }: Facts, left: RemainingAmounts, order: readonly number[]): number[] =>
  order.filter((i, n) => {
    const line = lines[n]
    return (left.lines[i] ?? 0) > 0 || !line || line.unit * line.quantity === 0
  })

/** Reads rules, codes and what they hang on, and weighs them; undefined where there is no rule at all. Codes that bring none in are refused. */
export async function evaluateSale(
  ctx: Ctx,
  sale: Pricing,
  typed: readonly string[],
  db: Db,
  refuse: RejectChoice,
  asking: Asking = {},
): Promise<WeighedSale | undefined> {
  const who = () => hashCustomer(ctx, { customer: sale.customer, ...sale.buyer })
  const standing = await readActiveRules(ctx, db, { codes: typed, who, customer: sale.customer, ...asking })
  const codes = filterValidCodes(typed, standing, refuse)
  const rules = standing.rules.flatMap((rule) => {
    const by = codes.find(({ promotion_id }) => promotion_id === rule.id)
    return rule.trigger === 'code' && !by && rule.id !== asking.also ? [] : [getRule(ctx, rule, by)]
  })
  if (rules.length === 0) return undefined
  const read = await findFacts(ctx, sale, rules, standing, db)
  const order = sortLines(read)
  const facts = toRuleOrder(read, order)
  const pieces = getPieces(ctx)
  const all = listMatchingRules(rules, facts, pieces)
  return {
    facts,
    passed: all.passed,
    choose(left) {
      const bought = getBought(facts, left, order)
      if (bought.length === 0 && order.length > 0) return { taken: [], passed: [] }
      const seen = bought.length === order.length ? facts : toRuleOrder(read, bought)
      const { holds, passed } = seen === facts ? all : listMatchingRules(rules, seen, pieces)
      const outcome = chooseRules(holds, toRemainingAmounts(left, bought), seen, pieces)
      return {
        taken: outcome.taken.map((one) => ({ ...one, shares: restoreOrder(one.shares, bought, order.length) })),
        passed: [...passed, ...outcome.passed],
      }
    },
  }
}
