import { expect, test } from 'vitest'
import { getRefundAmount } from 'stoa/plugins/sales'
import { ownActions } from '../domain/actions.ts'
import { ownConditions } from '../domain/conditions.ts'
import { chooseRules, evaluateRules, listMatchingRules, type EvaluationResult, getSpent, getWorth } from '../domain/evaluate.ts'
import { toRuleOrder, sortLines, restoreOrder, toRemainingAmounts } from '../domain/rule-order.ts'
import type { Pieces } from '../domain/types.ts'
import { type Case, createRandom, randomCase } from './random.ts'

const CARTS = 10_000
const pieces = {
  conditions: new Map(Object.entries(ownConditions).map(([name, met]) => [name, { met }])),
  actions: new Map(Object.entries(ownActions)),
} as unknown as Pieces

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Evaluates rules as a sale does: with the lines in an order that does not depend on the cart. */
function evaluateCase({ rules, facts, start }: Case): EvaluationResult {
  const order = sortLines(facts)
  const outcome = evaluateRules(rules, toRemainingAmounts(start, order), toRuleOrder(facts, order), pieces)
  return {
    ...outcome,
    applied: outcome.applied.map((appliedRule) => ({ ...appliedRule, shares: restoreOrder(appliedRule.shares, order) })),
  }
}

const cases = (check: (testCase: Case, seed: number) => void) => {
  for (let seed = 1; seed <= CARTS; seed++) check(randomCase(seed), seed)
}

test('of 10,000 carts no line is negative, and shares are whole cents of their lines', () => {
  let discounted = 0
  cases((testCase, seed) => {
    const { applied } = evaluateCase(testCase)
    const left = testCase.start.lines.map((amount, i) => amount - sum(applied.map(({ shares }) => shares[i] ?? 0)))
    const shipping = testCase.start.shipping - sum(applied.map((t) => t.shipping))
    expect(Math.min(...left, shipping), `seed ${seed}`).toBeGreaterThanOrEqual(0)
    expect(
      applied.every(({ shares, shipping: off }) => [...shares, off].every((share) => Number.isInteger(share) && share >= 0)),
      `seed ${seed}`,
    ).toBe(true)
    if (applied.length > 0) discounted++
  })
  expect(discounted).toBeGreaterThan(CARTS / 3)
})

test('the order of the lines changes neither the total nor the discount of each line', () => {
  cases((testCase, seed) => {
    const d = createRandom(seed + CARTS)
    const shuffled = testCase.facts.lines.map((_, i) => i).sort(() => d.int(0, 2) - 1)
    const other = evaluateCase({
      rules: [...testCase.rules].reverse(),
      facts: toRuleOrder(testCase.facts, shuffled),
      start: toRemainingAmounts(testCase.start, shuffled),
    })
    const evaluation = evaluateCase(testCase)
    expect(
      other.applied.map((t) => [t.rule.id, restoreOrder(t.shares, shuffled), t.shipping]),
      `seed ${seed}`,
    ).toEqual(evaluation.applied.map((t) => [t.rule.id, t.shares, t.shipping]))
  })
})

test('the applied rules save at least as much as the combinable rules or any exclusive rule', () => {
  cases((testCase, seed) => {
    const { holds } = listMatchingRules(testCase.rules, testCase.facts, pieces)
    const saved = (rules: typeof holds) => sum(chooseRules(rules, testCase.start, testCase.facts, pieces).applied.map(getWorth))
    const best = saved(holds)
    for (const rules of [holds.filter((r) => r.combinable), ...holds.filter((r) => !r.combinable).map((r) => [r])])
      expect(best, `seed ${seed}`).toBeGreaterThanOrEqual(saved(rules))
  })
})

test('an exclusive rule is never combined with another, and one without uses or budget is never applied', () => {
  cases((testCase, seed) => {
    const { applied } = evaluateCase(testCase)
    if (applied.some(({ rule }) => !rule.combinable)) expect(applied, `seed ${seed}`).toHaveLength(1)
    for (const appliedRule of applied) {
      expect(appliedRule.rule.uses_left ?? 1, `seed ${seed}`).toBeGreaterThan(0)
      expect(appliedRule.rule.own_left ?? 1, `seed ${seed}`).toBeGreaterThan(0)
      expect(getSpent(appliedRule, testCase.facts), `seed ${seed}`).toBeLessThanOrEqual(appliedRule.rule.budget_left ?? Infinity)
    }
  })
})

test('every rule is either applied or rejected with a reason', () => {
  cases((testCase, seed) => {
    const { applied, passed } = evaluateCase(testCase)
    const ruleIds = [...applied.map(({ rule }) => rule.id), ...passed.map(({ rule }) => rule.id)].sort((a, b) => a - b)
    expect([...new Set(ruleIds)], `seed ${seed}`).toEqual(testCase.rules.map(({ id }) => id).sort((a, b) => a - b))
    for (const { rule } of applied)
      expect(
        passed.some((p) => p.rule.id === rule.id),
        `seed ${seed}`,
      ).toBe(false)
  })
})

test('refunding all units of all lines one by one returns exactly what was paid', () => {
  cases((testCase, seed) => {
    const { applied } = evaluateCase(testCase)
    const paid = testCase.start.lines.map((amount, i) => amount - sum(applied.map(({ shares }) => shares[i] ?? 0)))
    const back = testCase.facts.lines.map(({ quantity }, i) => {
      const line = { total: paid[i] ?? 0, quantity, refunded_quantity: 0, refunded: 0, currency: 'HKD' }
      for (let n = 0; n < quantity; n++) {
        line.refunded += getRefundAmount(line, 1)
        line.refunded_quantity++
      }
      return line.refunded
    })
    expect(back, `seed ${seed}`).toEqual(paid)
  })
})
