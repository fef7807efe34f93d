/** What a commission is a share of: the price before discounts, the price after them, or that less the cost. Specification backoffice 2.10. */
export const bases = ['gross', 'net_of_discount', 'margin'] as const
export type Base = (typeof bases)[number]

/** When a sale earns: once it is paid, or once its order is completed. */
export const triggers = ['order_paid', 'order_completed'] as const
export type Trigger = (typeof triggers)[number]

/** How a group computes commissions. */
export const methods = ['product_percent', 'fixed_percent', 'tier_slab', 'tier_marginal'] as const
export type Method = (typeof methods)[number]
export type TierMethod = Extract<Method, `tier_${string}`>

/** How often a group is settled. */
export const settlements = ['monthly', 'biweekly', 'quarterly', 'semi_annual', 'annual'] as const
export type Settlement = (typeof settlements)[number]

/** A range of amounts in minor units, `from` included and `to` not; null has no end. `percent` is a text such as `2.5`. */
export interface Tier {
  from: number
  to: number | null
  percent: string
}

/** First and last day, both included. */
export interface Period {
  start: string
  end: string
}

export const isTierMethod = (method: Method): method is TierMethod => method === 'tier_slab' || method === 'tier_marginal'
