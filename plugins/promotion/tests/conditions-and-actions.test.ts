import { describe, expect, test } from 'vitest'
import { ownActions } from '../domain/actions.ts'
import { isOpen } from '../domain/clock.ts'
import { CODE, parseCodes } from '../domain/code.ts'
import { ownConditions } from '../domain/conditions.ts'
import { listMatchingRules, getSpent } from '../domain/evaluate.ts'
import { toRuleOrder, sortLines, restoreOrder, toRemainingAmounts } from '../domain/rule-order.ts'
import type { Facts, Deduction, Pieces, Rule, Verdict } from '../domain/types.ts'

const createFacts = (lines: [unit: number, quantity: number, product?: number | null][], more: Partial<Facts> = {}): Facts => ({
  lines: lines.map(([unit, quantity, product], i) => ({
    kind: 'stock',
    subject_id: i + 1,
    product_id: product === undefined ? i + 1 : product,
    unit,
    quantity,
  })),
  clock: { weekday: 1, minute: 600 },
  currency: { code: 'HKD', rate: '1', mark: 'HK$' },
  language: 'en-US',
  way: null,
  payment: null,
  products: new Map([
    [1, { brand: 7, categories: [10, 11] }],
    [2, { brand: null, categories: [11] }],
  ]),
  loadedData: {},
  ...more,
})
const dollars: Partial<Facts> = { currency: { code: 'USD', rate: '0.128', mark: 'US$' } }
const met = (name: keyof typeof ownConditions, value: object, facts: Facts): Verdict =>
  (ownConditions[name] as never as (v: object, f: Facts) => Verdict)(value, facts)
const off = (name: keyof typeof ownActions, value: object, facts: Facts, left?: number[], shipping = 4_000): Deduction =>
  (ownActions[name].take as never as (v: object, r: object, f: Facts) => Deduction)(
    value,
    { lines: left ?? facts.lines.map((l) => l.unit * l.quantity), shipping },
    facts,
  )

describe('a condition', () => {
  test("on an amount is met from that amount on, and states what is missing in the order's currency", () => {
    const cart = createFacts([[999, 10]])
    expect(met('min_subtotal', { amount: 9_990 }, cart)).toBe(true)
    expect(met('min_subtotal', { amount: 9_991 }, cart)).toEqual({ not: { key: 'promotion:why.subtotal', params: { amount: 'HK$0.01' } } })
    // 100.00 HKD is 12.80 USD.
    expect(met('min_subtotal', { amount: 10_000 }, createFacts([[1_280, 1]], dollars))).toBe(true)
    expect(met('min_subtotal', { amount: 10_000 }, createFacts([[1_279, 1]], dollars))).toMatchObject({
      not: { params: { amount: 'US$0.01' } },
    })
  })

  test('on a quantity counts units of the selected products, brands or categories', () => {
    const cart = createFacts([
      [100, 2],
      [100, 3],
      [100, 4, null],
    ])
    for (const [choice, there] of [
      [{}, 9],
      [{ products: [2] }, 3],
      [{ brands: [7] }, 2],
      [{ categories: [11] }, 5],
      [{ categories: [10], products: [2] }, 5],
      [{ brands: [8] }, 0],
    ] as const) {
      expect(met('min_quantity', { quantity: there, ...choice }, cart), JSON.stringify(choice)).toBe(true)
      expect(met('min_quantity', { quantity: there + 2, ...choice }, cart)).toMatchObject({ not: { params: { count: 2 } } })
    }
  })

  test('on products needs one of them, and a line without a product matches none', () => {
    const cart = createFacts([
      [100, 1],
      [100, 1, null],
    ])
    expect([
      met('products', { products: [1] }, cart),
      met('brands', { brands: [7] }, cart),
      met('categories', { categories: [11] }, cart),
    ]).toEqual([true, true, true])
    for (const [name, value] of [
      ['products', { products: [2] }],
      ['brands', { brands: [1] }],
      ['categories', { categories: [12] }],
    ] as const)
      expect(met(name, value, cart), name).toMatchObject({ not: { key: 'promotion:why.goods' } })
  })

  test('on payment or shipping is undecided until a method is chosen, and not met for another', () => {
    for (const [name, field, word] of [
      ['payment_methods', 'payment', 'payment'],
      ['shipping_methods', 'way', 'shipping'],
    ] as const) {
      const evaluateChoice = (chosen: string | null) => met(name, { codes: ['one', 'two'] }, createFacts([[1, 1]], { [field]: chosen }))
      expect(evaluateChoice(null)).toEqual({ later: { key: `promotion:why.${word}_later` } })
      expect(evaluateChoice('two')).toBe(true)
      expect(evaluateChoice('three')).toEqual({ not: { key: `promotion:why.${word}` } })
    }
  })

  test('on customer, place, currency and language is met for those only', () => {
    const withLoadedData = (loadedData: Record<string, unknown>, more: Partial<Facts> = {}) =>
      createFacts([[1, 1]], { loadedData, ...more })
    expect(met('customer_groups', { groups: [3] }, withLoadedData({ customer_groups: 3 }))).toBe(true)
    for (const group of [4, null, undefined])
      expect(met('customer_groups', { groups: [3] }, withLoadedData({ customer_groups: group }))).not.toBe(true)
    for (const name of ['first_order', 'birthday_month'] as const) {
      expect(met(name, {}, withLoadedData({ [name]: true }))).toBe(true)
      for (const no of [false, undefined, 'true']) expect(met(name, {}, withLoadedData({ [name]: no })), name).not.toBe(true)
    }
    expect([
      met('channels', { codes: ['store'] }, withLoadedData({})),
      met('channels', { codes: ['store'] }, withLoadedData({}, { channel: 'store' })),
    ]).toEqual([true, true])
    expect(met('channels', { codes: ['store'] }, withLoadedData({}, { channel: 'pos' }))).not.toBe(true)
    expect(met('currencies', { codes: ['HKD'] }, withLoadedData({}))).toBe(true)
    expect(met('currencies', { codes: ['HKD'] }, withLoadedData({}, dollars))).not.toBe(true)
    expect(met('languages', { languages: ['zh-HK'] }, withLoadedData({}))).not.toBe(true)
    expect(met('languages', { languages: ['en-US'] }, withLoadedData({}))).toBe(true)
  })
})

describe('a discount', () => {
  test('in percent is rounded half up: once for the order, for lines each by itself', () => {
    const cart = createFacts([
      [5, 1],
      [5, 1],
    ])
    expect(off('percent_order', { percent: '10', most: null }, cart)).toEqual({ shares: [1, 0] })
    expect(off('percent_lines', { percent: '10', most: null }, cart)).toEqual({ shares: [1, 1] })
    expect(off('percent_lines', { percent: '0.01', most: null }, createFacts([[5_000, 1]]))).toEqual({ shares: [1] })
    expect(off('percent_lines', { percent: '100', most: null }, createFacts([[333, 3]]))).toEqual({ shares: [999] })
  })

  test("in percent is capped by the rule in the order's currency, split over lines by their discount", () => {
    const cart = createFacts([
      [10_000, 1],
      [5_000, 1],
    ])
    expect(off('percent_order', { percent: '50', most: 3_000 }, cart)).toEqual({ shares: [2_000, 1_000] })
    expect(off('percent_lines', { percent: '50', most: 3_000 }, cart)).toEqual({ shares: [2_000, 1_000] })
    expect(off('percent_lines', { percent: '10', most: 1_500 }, cart)).toEqual({ shares: [1_000, 500] })
    // The maximum of 100.00 HKD is 12.80 USD.
    expect(off('percent_order', { percent: '50', most: 10_000 }, createFacts([[10_000, 1]], dollars))).toEqual({ shares: [1_280] })
  })

  test('as an amount never exceeds the remaining amount, off the order or off each unit', () => {
    const cart = createFacts([
      [300, 2],
      [100, 1],
    ])
    expect(off('amount_order', { amount: 900 }, cart)).toEqual({ shares: [600, 100] })
    expect(off('amount_order', { amount: 350 }, cart, [0, 100])).toEqual({ shares: [0, 100] })
    expect(off('amount_lines', { amount: 150 }, cart)).toEqual({ shares: [300, 100] })
    expect(off('amount_lines', { amount: 150, products: [2] }, cart)).toEqual({ shares: [0, 100] })
    expect(off('amount_lines', { amount: 1_000 }, createFacts([[1_000, 2]], dollars))).toEqual({ shares: [256] })
  })

  test('to a fixed price lowers each unit to it, and raises none; odd cents of a line count', () => {
    expect(
      off(
        'fixed_price',
        { amount: 80 },
        createFacts([
          [100, 3],
          [70, 1],
        ]),
      ),
    ).toEqual({ shares: [60, 0] })
    // Three units with a remaining amount of 250: 84, 83 and 83.
    expect(off('fixed_price', { amount: 83 }, createFacts([[100, 3]]), [250])).toEqual({ shares: [1] })
  })

  test('of buy-and-get applies to the cheapest units, for each full number', () => {
    const cart = createFacts([
      [500, 2],
      [200, 3],
    ])
    expect(off('buy_get', { buy: 2, get: 1, percent: '100' }, cart)).toEqual({ shares: [0, 200] })
    expect(off('buy_get', { buy: 1, get: 1, percent: '50' }, cart)).toEqual({ shares: [0, 200] })
    expect(off('buy_get', { buy: 5, get: 1, percent: '100' }, cart)).toEqual({ shares: [0, 0] })
    expect(off('buy_get', { buy: 1, get: 1, percent: '100', products: [1] }, cart)).toEqual({ shares: [500, 0] })
  })

  test('of a bundle is its cost above the bundle price, for whole bundles, and nothing when it costs less', () => {
    const cart = createFacts([
      [500, 2],
      [200, 3],
    ])
    expect(off('bundle_price', { quantity: 2, amount: 600 }, cart)).toEqual({ shares: [400, 0] })
    expect(off('bundle_price', { quantity: 5, amount: 1_000 }, cart)).toEqual({ shares: [375, 225] })
    expect(off('bundle_price', { quantity: 6, amount: 1 }, cart)).toEqual({ shares: [0, 0] })
  })

  test('of shipping is all of it or up to a maximum', () => {
    expect(off('free_shipping', { most: null }, createFacts([[1, 1]]))).toEqual({ shipping: 4_000 })
    expect(off('free_shipping', { most: 1_500 }, createFacts([[1, 1]]))).toEqual({ shipping: 1_500 })
    expect(off('free_shipping', { most: 5_000 }, createFacts([[1, 1]], dollars))).toEqual({ shipping: 640 })
  })

  test('as a gift is complete or not given', () => {
    const cart = (left: number | null) => createFacts([[1, 1]], { loadedData: { gift: { stocks: new Map([[9, { price: 250, left }]]) } } })
    const expectedGift = { gifts: [{ stock_id: 9, quantity: 2, worth: 500 }] }
    expect([off('gift', { stock_id: 9, quantity: 2 }, cart(2)), off('gift', { stock_id: 9, quantity: 2 }, cart(null))]).toEqual([
      expectedGift,
      expectedGift,
    ])
    expect(off('gift', { stock_id: 9, quantity: 2 }, cart(1))).toEqual({})
    expect(off('gift', { stock_id: 8, quantity: 1 }, cart(9))).toEqual({})
    expect(off('gift', { stock_id: 9, quantity: 1 }, createFacts([[1, 1]]))).toEqual({})
  })
})

test('an hour range includes its first minute and excludes its last, also over midnight', () => {
  const rule = (from: number | null, to: number | null, weekdays: number[] = []) => ({ from_minute: from, to_minute: to, weekdays })
  const at = (weekday: number, minute: number) => ({ weekday, minute })
  const day = rule(600, 660)
  expect([599, 600, 659, 660].map((minute) => isOpen(day, at(3, minute)))).toEqual([false, true, true, false])
  const sundays = rule(1_320, 120, [7])
  expect([at(7, 1_319), at(7, 1_320), at(1, 0), at(1, 119), at(1, 120), at(7, 60)].map((clock) => isOpen(sundays, clock))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ])
  expect([isOpen(rule(null, null), at(1, 0)), isOpen(rule(null, null), at(7, 1_439)), isOpen(rule(null, null, [2]), at(3, 0))]).toEqual([
    true,
    true,
    false,
  ])
})

test('a code has a restricted format, and typed twice it counts once', () => {
  for (const good of ['AB', 'A1_B-C', '9'.repeat(40)]) expect(CODE.test(good), good).toBe(true)
  for (const bad of ['', 'A', 'ab', '-AB', '_AB', 'A B', 'AÉ', '9'.repeat(41)]) expect(CODE.test(bad), bad).toBe(false)
  expect(parseCodes([' spring ', 'SPRING', '', '  ', 'b2'])).toEqual(['SPRING', 'B2'])
})

test('a rule whose uses are exhausted, in total or for the customer, does not match, with the reason', () => {
  const rule = (more: Partial<Rule>): Rule => ({
    ...{
      id: 1,
      title: 'R',
      code: null,
      coupon_id: null,
      priority: 0,
      combinable: true,
      stop_after: false,
      weekdays: [],
      from_minute: null,
    },
    ...{ to_minute: null, conditions: [], actions: [], uses_left: null, own_left: null, budget_left: null, ...more },
  })
  const getReason = (more: Partial<Rule>) =>
    listMatchingRules([rule(more)], createFacts([[1, 1]]), { conditions: new Map(), actions: new Map() } as Pieces).passed[0]?.reason
  expect([
    getReason({}),
    getReason({ uses_left: 1, own_left: 1 }),
    getReason({ uses_left: 0 }),
    getReason({ own_left: 0 }),
    getReason({ weekdays: [2] }),
  ]).toEqual([undefined, undefined, 'used_up', 'own_used_up', 'closed'])
  expect(getReason({ conditions: [[{ type: 'moon', value: {} }]] })).toBe('unmet')
})

test('the cost of a rule in another currency is checked against its budget in the base currency', () => {
  expect(getSpent({ shares: [1_000, 280], shipping: 0 }, createFacts([], dollars))).toBe(10_000)
  expect(getSpent({ shares: [1], shipping: 1 }, createFacts([]))).toBe(2)
})

test('lines are evaluated in rule order, and discounts are assigned back to their lines', () => {
  const facts = createFacts([
    [300, 1],
    [100, 2],
    [200, 1],
  ])
  const lines = [facts.lines[2], facts.lines[0], facts.lines[1]] as Facts['lines'][number][]
  const order = sortLines({ lines })
  expect(order).toEqual([1, 2, 0])
  expect(toRuleOrder({ ...facts, lines }, order).lines).toEqual(facts.lines)
  expect(toRemainingAmounts({ lines: [20, 30, 10], shipping: 5 }, order)).toEqual({ lines: [30, 10, 20], shipping: 5 })
  expect(restoreOrder([3, 1, 2], order)).toEqual([2, 3, 1])
  expect(restoreOrder([3], [1], 3)).toEqual([0, 3, 0])
})
