/** A line of a sale. Amounts in minor units of the currency of the sale. */
export interface Line {
  kind: string
  subject_id: number
  product_id: number | null
  unit: number
  quantity: number
}

/** Local time of the shop: weekday from 1 (Monday) to 7 (Sunday), and minutes since midnight. */
export interface LocalClock {
  weekday: number
  minute: number
}

/** Product data that conditions use. */
export interface ProductFacts {
  brand: number | null
  /** Includes parent categories. */
  categories: readonly number[]
}

/** The input of the evaluation. It is loaded before; the evaluation itself reads nothing. */
export interface Facts {
  lines: readonly Line[]
  clock: LocalClock
  /** `mark` is the currency symbol. */
  currency: { code: string; rate: string; mark: string }
  language: string
  /** Sales channel; the online store when absent. */
  channel?: string
  /** The location of a POS sale. */
  store?: number | null
  /** Code of the delivery method; null until one is chosen. */
  way: string | null
  payment: string | null
  products: ReadonlyMap<number, ProductFacts>
  /** Data loaded by condition and action types, by type name. */
  loadedData: Readonly<Record<string, unknown>>
}

/** A message key with parameters. It is translated when it is shown. */
export interface Explanation {
  key: string
  params?: Record<string, unknown>
}

/** True; or the reason why not; or the reason why it cannot be decided until a later checkout step. */
export type Verdict = true | { not: Explanation } | { later: Explanation }

/** One condition or action of a rule, with its type. */
export interface Part {
  type: string
  value: Record<string, unknown>
}

export type ConditionEvaluator = (value: never, facts: Facts) => Verdict

/** Remaining amounts of a sale, before the next deduction. */
export interface RemainingAmounts {
  lines: readonly number[]
  shipping: number
}

/** A free item, with its values from `known`. */
export interface FreeGift {
  stock_id: number
  quantity: number
  /** Its price, for the comparison of rules. */
  worth: number
}

/** The deduction of one action. */
export interface Deduction {
  shares?: readonly number[]
  shipping?: number
  gifts?: readonly FreeGift[]
}

/** The phases of the evaluation, in order. */
export const phases = ['lines', 'order', 'shipping', 'gifts'] as const
export type Phase = (typeof phases)[number]

export interface ActionEvaluator {
  phase: Phase
  take(value: never, rest: RemainingAmounts, facts: Facts): Deduction
}

/** The condition and action types by name. */
export interface Pieces {
  conditions: ReadonlyMap<string, { met: ConditionEvaluator }>
  actions: ReadonlyMap<string, ActionEvaluator>
}

/** A rule with the remaining budget and uses; null for unlimited. */
export interface Rule {
  id: number
  title: string
  code: string | null
  coupon_id: number | null
  priority: number
  combinable: boolean
  stop_after: boolean
  weekdays: readonly number[]
  from_minute: number | null
  to_minute: number | null
  /** All conditions of a group must be met, and one group is enough. An empty list always matches. */
  conditions: readonly (readonly Part[])[]
  actions: readonly Part[]
  uses_left: number | null
  own_left: number | null
  /** In minor units of the base currency. */
  budget_left: number | null
}
