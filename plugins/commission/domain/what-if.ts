import { getPercentAmount, getTierAmount } from './amounts.ts'
import { isTierMethod, type Method, type Tier } from './types.ts'

/** What an account sold in a settlement period, less refunds, by percentage of the product; minor units. `amount` is what it earned. */
export interface PastPeriod {
  admin_id: number
  period: string
  base: number
  amount: number
}

/** The rule of a group that is tried. */
export interface TriedRule {
  method: Method
  fixed_percent: string
  tiers: readonly Tier[]
}

/** What an account earned and would have earned. Minor units. */
export interface WhatIf {
  admin_id: number
  base: number
  before: number
  after: number
}

/** What another rule would have paid for past periods, by account. Products without a percentage of their own have the fixed one. */
export function computeWhatIf(periods: readonly PastPeriod[], rule: TriedRule, currency: string): WhatIf[] {
  const results = new Map<number, WhatIf>()
  for (const { admin_id, base, amount } of periods) {
    const after = isTierMethod(rule.method)
      ? getTierAmount(rule.method, rule.tiers, base, currency)
      : getPercentAmount(base, rule.fixed_percent, currency)
    const sum = results.get(admin_id) ?? { admin_id, base: 0, before: 0, after: 0 }
    results.set(admin_id, { admin_id, base: sum.base + base, before: sum.before + amount, after: sum.after + after })
  }
  return [...results.values()].toSorted((one, two) => two.after - one.after || one.admin_id - two.admin_id)
}
