import type { Facts, Line, Part, RemainingAmounts, Rule } from '../domain/types.ts'

/** Random numbers from a seed, so that a failure can be reproduced. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { int, chance: (p: number) => next() < p, pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T }
}

type SeededRandom = ReturnType<typeof createRandom>

const some = ({ int }: SeededRandom, high: number) => Array.from({ length: int(1, 3) }, () => int(1, high))

const choice = (d: SeededRandom) =>
  d.chance(0.5) ? {} : d.pick([{ products: some(d, 8) }, { categories: some(d, 4) }, { brands: some(d, 3) }])

function action(d: SeededRandom): Part {
  const percent = d.pick(['5', '12.5', '33.33', '50', '100'])
  const amount = d.int(1, 20_000)
  const most = d.chance(0.3) ? d.int(1, 5_000) : null
  return d.pick<() => Part>([
    () => ({ type: 'percent_order', value: { percent, most } }),
    () => ({ type: 'amount_order', value: { amount } }),
    () => ({ type: 'percent_lines', value: { percent, most, ...choice(d) } }),
    () => ({ type: 'amount_lines', value: { amount, ...choice(d) } }),
    () => ({ type: 'fixed_price', value: { amount, ...choice(d) } }),
    () => ({ type: 'buy_get', value: { buy: d.int(1, 3), get: d.int(1, 2), percent, ...choice(d) } }),
    () => ({ type: 'bundle_price', value: { quantity: d.int(2, 4), amount, ...choice(d) } }),
    () => ({ type: 'free_shipping', value: { most } }),
    () => ({ type: 'gift', value: { stock_id: d.int(1, 5), quantity: 1 } }),
  ])()
}

function condition(d: SeededRandom): Part {
  return d.pick<() => Part>([
    () => ({ type: 'min_subtotal', value: { amount: d.int(1, 60_000), ...choice(d) } }),
    () => ({ type: 'min_quantity', value: { quantity: d.int(1, 12), ...choice(d) } }),
    () => ({ type: 'products', value: { products: some(d, 8) } }),
    () => ({ type: 'payment_methods', value: { codes: ['bank'] } }),
    () => ({ type: 'currencies', value: { codes: ['HKD', 'USD'] } }),
  ])()
}

const several = <T>(d: SeededRandom, most: number, make: () => T) => Array.from({ length: d.int(0, most) }, make)

function rule(d: SeededRandom, id: number): Rule {
  return {
    id,
    title: `Rule ${id}`,
    code: d.chance(0.3) ? `CODE${id}` : null,
    coupon_id: null,
    priority: d.int(-2, 2),
    combinable: d.chance(0.7),
    stop_after: d.chance(0.15),
    weekdays: d.chance(0.2) ? [1, 2, 3] : [],
    from_minute: null,
    to_minute: null,
    conditions: several(d, 2, () => several(d, 2, () => condition(d))).filter((group) => group.length > 0),
    actions: [action(d), ...several(d, 1, () => action(d))],
    uses_left: d.chance(0.2) ? d.int(0, 2) : null,
    own_left: d.chance(0.2) ? d.int(0, 2) : null,
    budget_left: d.chance(0.25) ? d.int(0, 10_000) : null,
  }
}

export interface Case {
  rules: Rule[]
  facts: Facts
  start: RemainingAmounts
}

/** A random cart with random rules. */
export function randomCase(seed: number): Case {
  const d = createRandom(seed)
  const lines: Line[] = Array.from({ length: d.int(1, 8) }, (_, i) => ({
    kind: d.pick(['stock', 'stock', 'seat']),
    subject_id: i + 1,
    product_id: d.chance(0.9) ? d.int(1, 8) : null,
    unit: d.pick([0, 1, 99, d.int(1, 3_000), d.int(1, 90_000)]),
    quantity: d.pick([1, 1, 2, 3, d.int(1, 9)]),
  }))
  const stocks = new Map(Array.from({ length: 4 }, (_, i) => [i + 1, { price: d.int(0, 5_000), left: d.chance(0.3) ? d.int(0, 1) : null }]))
  return {
    rules: Array.from({ length: d.int(1, 6) }, (_, i) => rule(d, i + 1)),
    facts: {
      lines,
      clock: { weekday: d.int(1, 7), minute: d.int(0, 1_439) },
      currency: d.pick([
        { code: 'HKD', rate: '1', mark: 'HK$' },
        { code: 'USD', rate: '0.12812345', mark: 'US$' },
      ]),
      language: 'en-US',
      way: d.pick([null, 'courier']),
      payment: d.pick([null, 'bank', 'cash']),
      products: new Map(Array.from({ length: 8 }, (_, i) => [i + 1, { brand: d.pick([null, 1, 2, 3]), categories: some(d, 4) }])),
      loadedData: { gift: { stocks } },
    },
    start: { lines: lines.map(({ unit, quantity }) => unit * quantity), shipping: d.pick([0, 4_000]) },
  }
}
