/** A line as promotions see it. Amounts in minor units of the sale's currency. */
export interface Line {
  kind: string
  subject_id: number
  product_id: number | null
  unit: number
  quantity: number
}

/** The clock of the place: Monday 1 to Sunday 7, and minutes since midnight. */
export interface LocalClock {
  weekday: number
  minute: number
}

/** What is known of a product where a rule asks for it. */
export interface ProductFacts {
  brand: number | null
  /** With those above them. */
  categories: readonly number[]
}

/** What a rule may hang on. Nothing in it is asked for while rules are weighed. */
export interface Facts {
  lines: readonly Line[]
  clock: LocalClock
  /** `mark` stands before amounts. */
  currency: { code: string; rate: string; mark: string }
  language: string
  /** Where it is sold; in the shop when absent. */
  channel?: string
  /** The place it is sold at over a counter. */
  store?: number | null
  /** By code; null while it is not chosen yet. */
  way: string | null
  payment: string | null
  products: ReadonlyMap<number, ProductFacts>
  /** What pieces have read, by their name. */
  known: Readonly<Record<string, unknown>>
}

/** A text with its gaps, said to people in their language later. */
export interface Explanation {
  key: string
  params?: Record<string, unknown>
}

/** True, a reason why not, or a reason why nobody can tell yet: what it hangs on is chosen later. */
export type Verdict = true | { not: Explanation } | { later: Explanation }

/** One condition or action of a rule, by the name of its piece. */
export interface Part {
  type: string
  value: Record<string, unknown>
}

export type ConditionOf = (value: never, facts: Facts) => Verdict

/** What is left of a sale, and what may be given along. */
export interface RemainingAmounts {
  lines: readonly number[]
  shipping: number
}

/** Something given along, by the place it has in `known`. */
export interface FreeGift {
  stock_id: number
  quantity: number
  /** What it would cost, for comparing. */
  worth: number
}

/** What an action takes off. */
export interface Deduction {
  shares?: readonly number[]
  shipping?: number
  gifts?: readonly FreeGift[]
}

/** Line prices come first, then the whole, then sending, then what is given along. */
export const phases = ['lines', 'order', 'shipping', 'gifts'] as const
export type Phase = (typeof phases)[number]

export interface ActionOf {
  phase: Phase
  take(value: never, rest: RemainingAmounts, facts: Facts): Deduction
}

/** The pieces rules are made of, by name. */
export interface Pieces {
  conditions: ReadonlyMap<string, { met: ConditionOf }>
  actions: ReadonlyMap<string, ActionOf>
}

/** A rule with what is left of its limits at this moment; null for without end. */
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
  /** All of one group have to be met; one of the groups is enough. None: always. */
  conditions: readonly (readonly Part[])[]
  actions: readonly Part[]
  uses_left: number | null
  own_left: number | null
  /** In minor units of the base currency. */
  budget_left: number | null
}
