import { ownActions } from '../../plugins/promotion/domain/actions.ts'
import { ownConditions } from '../../plugins/promotion/domain/conditions.ts'
import { evaluateRules } from '../../plugins/promotion/domain/evaluate.ts'
import type { Facts, Part, Pieces, Rule } from '../../plugins/promotion/domain/types.ts'

const pieces = {
  conditions: new Map(Object.entries(ownConditions).map(([name, met]) => [name, { met }])),
  actions: new Map(Object.entries(ownActions)),
} as unknown as Pieces

/** Rules of all types that all apply; every third one is exclusive. */
function createRule(n: number): Rule {
  const products = [1 + (n % 50)]
  const actions: Part[] = [
    { type: 'percent_lines', value: { percent: '5', most: null, products } },
    { type: 'amount_order', value: { amount: 100 } },
    { type: 'percent_order', value: { percent: '1', most: null } },
    { type: 'buy_get', value: { buy: 2, get: 1, percent: '50', products } },
  ]
  return {
    ...{ id: n + 1, title: `Rule ${n}`, code: null, coupon_id: null, priority: n % 5, combinable: n % 3 !== 0, stop_after: false },
    ...{ weekdays: [], from_minute: null, to_minute: null, uses_left: null, own_left: null, budget_left: null },
    conditions: [[{ type: 'min_subtotal', value: { amount: 1 } }]],
    actions: [actions[n % actions.length] as Part],
  }
}

/** Milliseconds to evaluate `rules` rules for `lines` lines: median and 99th percentile. */
export function weighing(lines: number, rules: number, times = 300): { p50: number; p99: number } {
  const facts: Facts = {
    lines: Array.from({ length: lines }, (_, i) => ({
      kind: 'stock',
      subject_id: i + 1,
      product_id: i + 1,
      unit: 1_000 + i * 37,
      quantity: 1 + (i % 4),
    })),
    clock: { weekday: 1, minute: 600 },
    currency: { code: 'HKD', rate: '1', mark: 'HK$' },
    language: 'en-US',
    way: null,
    payment: null,
    products: new Map(),
    loadedData: {},
  }
  const all = Array.from({ length: rules }, (_, n) => createRule(n))
  const start = { lines: facts.lines.map(({ unit, quantity }) => unit * quantity), shipping: 4_000 }
  const took: number[] = []
  for (let n = 0; n < times + 50; n++) {
    const begun = performance.now()
    evaluateRules(all, start, facts, pieces)
    // The first runs are not counted, because the code is still being compiled.
    if (n >= 50) took.push(performance.now() - begun)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(times / 2)] ?? 0, p99: took[Math.floor(times * 0.99)] ?? 0 }
}
