import { expect, test } from 'vitest'
import { ownActions } from '../domain/actions.ts'
import { isOpen } from '../domain/clock.ts'
import { parseCodes } from '../domain/code.ts'
import { ownConditions } from '../domain/conditions.ts'
import { evaluateRules } from '../domain/evaluate.ts'
import type { Facts, Part, Pieces, Rule } from '../domain/types.ts'

const pieces = {
  conditions: new Map(Object.entries(ownConditions).map(([name, met]) => [name, { met }])),
  actions: new Map(Object.entries(ownActions)),
} as unknown as Pieces

const createFacts = (...lines: [unit: number, quantity: number][]): Facts => ({
  lines: lines.map(([unit, quantity], i) => ({ kind: 'stock', subject_id: i + 1, product_id: i + 1, unit, quantity })),
  clock: { weekday: 1, minute: 600 },
  currency: { code: 'HKD', rate: '1', mark: 'HK$' },
  language: 'en-US',
  way: null,
  payment: null,
  products: new Map(),
  loadedData: {},
})

const createRule = (id: number, actions: Part[], more: Partial<Rule> = {}): Rule => ({
  ...{ id, title: `R${id}`, code: null, coupon_id: null, priority: 0, combinable: true, stop_after: false },
  ...{ weekdays: [], from_minute: null, to_minute: null, conditions: [], actions, uses_left: null, own_left: null, budget_left: null },
  ...more,
})

const applyRules = (facts: Facts, ...rules: Rule[]) =>
  evaluateRules(rules, { lines: facts.lines.map((l) => l.unit * l.quantity), shipping: 4_000 }, facts, pieces).applied.map((t) => [
    t.rule.id,
    t.shares,
    t.shipping,
  ])

const act = (type: string, value: Record<string, unknown>): Part[] => [{ type, value }]

test('with buy two get one the cheapest unit is free, whatever its line', () => {
  expect(applyRules(createFacts([1_000, 2], [300, 1]), createRule(1, act('buy_get', { buy: 2, get: 1, percent: '100' })))).toEqual([
    [1, [0, 300], 0],
  ])
  expect(applyRules(createFacts([1_000, 1], [300, 1]), createRule(1, act('buy_get', { buy: 2, get: 1, percent: '100' })))).toEqual([])
})

test('a bundle has one price, the most expensive units first, and units beyond full bundles keep theirs', () => {
  expect(applyRules(createFacts([1_000, 3], [800, 2]), createRule(1, act('bundle_price', { quantity: 2, amount: 1_500 })))).toEqual([
    // 500 off the first pair; 300 is divided between the most expensive unit of the next pair and the following one.
    [1, [667, 133], 0],
  ])
})

test('a fixed price raises no price', () => {
  expect(applyRules(createFacts([1_000, 2], [300, 1]), createRule(1, act('fixed_price', { amount: 500 })))).toEqual([[1, [1_000, 0], 0]])
})

test('line discounts come before order discounts, which are split by the remaining amount of each line', () => {
  const lines = createRule(1, act('percent_lines', { percent: '50', most: null, products: [1] }))
  const whole = createRule(2, act('amount_order', { amount: 300 }), { priority: 9 })
  expect(applyRules(createFacts([1_000, 1], [1_000, 1]), whole, lines)).toEqual([
    [2, [100, 200], 0],
    [1, [500, 0], 0],
  ])
})

test('after a rule that stops others, lower priorities do not apply, unless it gave no discount', () => {
  const stop = (percent: string) =>
    createRule(1, act('percent_lines', { percent, most: null, products: [1] }), { priority: 5, stop_after: true })
  const other = createRule(2, act('amount_order', { amount: 100 }))
  expect(applyRules(createFacts([1_000, 1]), stop('10'), other)).toEqual([[1, [100], 0]])
  const elsewhere = { ...stop('10'), actions: act('percent_lines', { percent: '10', most: null, products: [7] }) }
  expect(applyRules(createFacts([1_000, 1]), elsewhere, other)).toEqual([[2, [100], 0]])
})

test('a rule that would exceed its budget is skipped as a whole, and others apply instead', () => {
  const dear = createRule(1, act('percent_order', { percent: '50', most: null }), { budget_left: 499 })
  const cheap = createRule(2, act('percent_order', { percent: '10', most: null }))
  expect(applyRules(createFacts([1_000, 1]), dear, cheap)).toEqual([[2, [100], 0]])
  expect(applyRules(createFacts([1_000, 1]), { ...dear, budget_left: 500 }, cheap)).toEqual([
    [1, [500], 0],
    [2, [50], 0],
  ])
})

test('hours past midnight belong to the day they started', () => {
  const friday = { weekdays: [5], from_minute: 22 * 60, to_minute: 2 * 60 }
  expect([
    isOpen(friday, { weekday: 5, minute: 23 * 60 }),
    isOpen(friday, { weekday: 6, minute: 60 }),
    isOpen(friday, { weekday: 5, minute: 60 }),
    isOpen(friday, { weekday: 6, minute: 120 }),
  ]).toEqual([true, true, false, false])
  expect(isOpen({ weekdays: [7], from_minute: 1_320, to_minute: 120 }, { weekday: 1, minute: 10 })).toBe(true)
})

test('all conditions of a group must be met, and one group is enough', () => {
  const conditions: Part[][] = [
    [
      { type: 'min_subtotal', value: { amount: 99_999 } },
      { type: 'min_quantity', value: { quantity: 1 } },
    ],
    [{ type: 'min_quantity', value: { quantity: 2 } }],
  ]
  const rule = createRule(1, act('amount_order', { amount: 100 }), { conditions })
  expect(applyRules(createFacts([1_000, 1]), rule)).toEqual([])
  expect(applyRules(createFacts([1_000, 2]), rule)).toEqual([[1, [100], 0]])
})

test('codes are normalized however they are typed', () => {
  expect(parseCodes([' spring ', 'SPRING', '', 'x-1'])).toEqual(['SPRING', 'X-1'])
})
