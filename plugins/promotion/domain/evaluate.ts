import { roundAmount, roundParts } from 'stoa/money'
import { isOpen } from './clock.ts'
import {
  type Facts,
  type FreeGift,
  type Deduction,
  phases,
  type Pieces,
  type RemainingAmounts,
  type Rule,
  type Explanation,
  type Verdict,
} from './types.ts'

/** The deductions of one rule for a sale. */
export interface AppliedRule {
  rule: Rule
  shares: number[]
  shipping: number
  gifts: FreeGift[]
}

/** Reason why a rule does not apply. */
export type RejectionReason = 'closed' | 'used_up' | 'own_used_up' | 'budget' | 'unmet' | 'later' | 'stopped' | 'beaten' | 'nothing'

export interface RejectedRule {
  rule: Rule
  reason: RejectionReason
  /** The unmet conditions, as messages. */
  explanations: readonly Explanation[]
}

export interface EvaluationResult {
  applied: AppliedRule[]
  passed: RejectedRule[]
}

/** The total saving of a rule, in minor units of the currency of the sale. Gifts count at their price. */
export const getWorth = ({ shares, shipping, gifts }: Pick<AppliedRule, 'shares' | 'shipping' | 'gifts'>): number =>
  shares.reduce((sum, share) => sum + share, shipping) + gifts.reduce((sum, gift) => sum + gift.worth, 0)

/** Sorts rules by priority, highest first, then by age. */
const inTurn = (a: Rule, b: Rule) => b.priority - a.priority || a.id - b.id || (a.coupon_id ?? 0) - (b.coupon_id ?? 0)

/** Met when all conditions of one group are met. Otherwise the reasons come from the group with the fewest unmet conditions. */
function getVerdict(
  { conditions }: Rule,
  facts: Facts,
  pieces: Pieces,
): { reason: 'unmet' | 'later'; explanations: Explanation[] } | undefined {
  if (conditions.length === 0) return undefined
  let least: Exclude<Verdict, true>[] | undefined
  for (const group of conditions) {
    const open = group
      .map(({ type, value }): Verdict => {
        const piece = pieces.conditions.get(type)
        // A condition type of a disabled plugin cannot be evaluated, so it counts as unmet.
        return piece ? piece.met(value as never, facts) : { not: { key: 'promotion:why.unknown' } }
      })
      .filter((verdict) => verdict !== true)
    if (open.length === 0) return undefined
    if (!least || open.length < least.length) least = open
  }
  const lacking = (least ?? []).flatMap((verdict) => ('not' in verdict ? [verdict.not] : []))
  if (lacking.length > 0) return { reason: 'unmet', explanations: lacking }
  return { reason: 'later', explanations: (least ?? []).flatMap((verdict) => ('later' in verdict ? [verdict.later] : [])) }
}

/** The rules whose conditions are met, in rule order, and the rejected rules with reasons. Does not look at the remaining amounts. */
export function listMatchingRules(rules: readonly Rule[], facts: Facts, pieces: Pieces): { holds: Rule[]; passed: RejectedRule[] } {
  const passed: RejectedRule[] = []
  const holds = [...rules].sort(inTurn).filter((rule) => {
    const out = (reason: RejectionReason, explanations: readonly Explanation[] = []) => {
      passed.push({ rule, reason, explanations })
      return false
    }
    if (!isOpen(rule, facts.clock)) return out('closed')
    if (rule.uses_left !== null && rule.uses_left <= 0) return out('used_up')
    if (rule.own_left !== null && rule.own_left <= 0) return out('own_used_up')
    const open = getVerdict(rule, facts, pieces)
    return open ? out(open.reason, open.explanations) : true
  })
  return { holds, passed }
}

const within = (amount: number, most: number) => Math.max(0, Math.min(Math.trunc(amount), most))

/** Applies rules one after the other: line prices first, then the order total, then shipping; within a phase in rule order. */
function apply(rules: readonly Rule[], start: RemainingAmounts, facts: Facts, pieces: Pieces): AppliedRule[] {
  let rest = start
  const applied = rules.map((rule): AppliedRule => ({ rule, shares: start.lines.map(() => 0), shipping: 0, gifts: [] }))
  for (const phase of phases)
    for (const appliedRule of applied)
      for (const { type, value } of appliedRule.rule.actions) {
        const piece = pieces.actions.get(type)
        if (piece?.phase !== phase) continue
        const off: Deduction = piece.take(value as never, rest, facts)
        const shares = roundParts(
          rest.lines.map((most, i) => within(off.shares?.[i] ?? 0, most)),
          facts.currency.code,
        )
        const shipping = roundAmount(within(off.shipping ?? 0, rest.shipping), facts.currency.code)
        appliedRule.shares = appliedRule.shares.map((share, i) => share + (shares[i] ?? 0))
        appliedRule.shipping += shipping
        appliedRule.gifts.push(...(off.gifts ?? []))
        rest = { lines: rest.lines.map((most, i) => most - (shares[i] ?? 0)), shipping: rest.shipping - shipping }
      }
  return applied
}

/** The part of a saving that counts against a budget, in minor units of the base currency. */
export const getSpent = (
  { shares, shipping }: Pick<AppliedRule, 'shares' | 'shipping'>,
  { currency: { rate } }: Pick<Facts, 'currency'>,
): number => {
  const amount = shares.reduce((sum, share) => sum + share, shipping)
  return rate === '1' ? amount : Math.round(amount / Number(rate))
}

/**
 * Applies rules together. Rules that would exceed their budget are removed; the others are evaluated again, since they may then deduct
 * more.
 */
function together(rules: readonly Rule[], start: RemainingAmounts, facts: Facts, pieces: Pieces): { applied: AppliedRule[]; over: Rule[] } {
  const over: Rule[] = []
  let left = rules
  for (;;) {
    const applied = apply(left, start, facts, pieces)
    const dear = applied.find(
      (appliedRule) => appliedRule.rule.budget_left !== null && getSpent(appliedRule, facts) > appliedRule.rule.budget_left,
    )
    if (!dear) return { applied, over }
    over.push(dear.rule)
    left = left.filter((rule) => rule !== dear.rule)
  }
}

/** The combinable rules in rule order, up to the first that stops further rules. */
function untilStop(rules: readonly Rule[], start: RemainingAmounts, facts: Facts, pieces: Pieces): { set: Rule[]; stopped: Rule[] } {
  const at = rules.findIndex(
    (rule) => rule.stop_after && apply([rule], start, facts, pieces).some((appliedRule) => getWorth(appliedRule) > 0),
  )
  return at < 0 ? { set: [...rules], stopped: [] } : { set: rules.slice(0, at + 1), stopped: rules.slice(at + 1) }
}

/**
 * Chooses the rules to apply to the remaining amounts of a sale. Compares the combinable rules together with each exclusive rule alone, and
 * takes the larger saving. On a tie the combinable rules win, then the first in rule order.
 */
export function chooseRules(holds: readonly Rule[], start: RemainingAmounts, facts: Facts, pieces: Pieces): EvaluationResult {
  const { set, stopped } = untilStop(
    holds.filter(({ combinable }) => combinable),
    start,
    facts,
    pieces,
  )
  const alone = holds.filter(({ combinable }) => !combinable).map((rule) => [rule])
  const ways = [set, ...alone].map((rules) => together(rules, start, facts, pieces))
  const worth = ways.map(({ applied }) => applied.reduce((sum, appliedRule) => sum + getWorth(appliedRule), 0))
  const best = worth.indexOf(Math.max(...worth))
  const applied = ways[best]?.applied ?? []
  const won = new Set(applied.map(({ rule }) => rule))
  const over = new Set(ways.flatMap((way) => way.over))
  return {
    applied: applied.filter((appliedRule) => getWorth(appliedRule) > 0),
    passed: [
      ...applied.flatMap((appliedRule) =>
        getWorth(appliedRule) > 0 ? [] : [{ rule: appliedRule.rule, reason: 'nothing' as const, explanations: [] }],
      ),
      ...stopped.map((rule) => ({ rule, reason: 'stopped' as const, explanations: [] })),
      ...[...over].map((rule) => ({ rule, reason: 'budget' as const, explanations: [] })),
      ...[...set, ...alone.flat()].flatMap((rule) =>
        won.has(rule) || over.has(rule) ? [] : [{ rule, reason: 'beaten' as const, explanations: [] }],
      ),
    ],
  }
}

/** Matches and applies the rules in one step: the deductions, and the rejected rules with reasons. */
export function evaluateRules(rules: readonly Rule[], start: RemainingAmounts, facts: Facts, pieces: Pieces): EvaluationResult {
  const { holds, passed } = listMatchingRules(rules, facts, pieces)
  const outcome = chooseRules(holds, start, facts, pieces)
  return { applied: outcome.applied, passed: [...passed, ...outcome.passed] }
}
