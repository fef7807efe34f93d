import { defineSettings, f, validationError, message } from 'stoa'
import { TAX_RULES } from './services/sale/tax-rules.ts'

/** Rules for orders after they are placed. */
export const orderRules = defineSettings({
  group: 'order',
  order: 55,
  area: 'selling',
  icon: 'cart',
  fields: {
    review_days: f.int({ default: 7, min: 1, max: 60 }),
    staff_hold_days: f.int({ default: 7, min: 1, max: 90 }),
    auto_process: f.flag({ default: false }),
    complete_days: f.int({ default: 14, min: 1, max: 180 }),
    cancel_unpaid: f.flag({ default: true }),
    return_days: f.int({ default: 14, min: 0, max: 365 }),
    refund_limit: f.money({ default: '0.00' }),
    pay_link_days: f.int({ default: 7, min: 1, max: 60 }),
    unpaid_per_buyer: f.int({ default: 5, min: 0, max: 10_000 }),
    unpaid_per_network: f.int({ default: 20, min: 0, max: 10_000 }),
    unpaid_units_per_buyer: f.int({ default: 50, min: 0, max: 1_000_000 }),
    unpaid_units_per_network: f.int({ default: 200, min: 0, max: 1_000_000 }),
    large_units: f.int({ default: 10, min: 0, max: 1_000_000 }),
    large_hold_hours: f.int({ default: 12, min: 1, max: 720 }),
    orders_per_hour: f.int({ default: 60, min: 0, max: 100_000 }),
    letters_per_day: f.int({ default: 20, min: 0, max: 10_000 }),
    tax_rule: f.maybe(f.key({ named: TAX_RULES })),
  },
  check: ({ ctx, old, next }) => {
    if (next.tax_rule !== null && next.tax_rule !== old.tax_rule && !ctx.kernel.contributions(TAX_RULES).has(next.tax_rule))
      throw validationError({ tax_rule: message('core:rule.choice') })
  },
})
