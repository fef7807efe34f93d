import { defineSettings, f } from 'stoa'
import { paymentWays } from './domain/statuses.ts'

/** Approval, receipts, limits and payment of expense claims. */
export const claimSettings = defineSettings({
  group: 'claims',
  order: 74,
  area: 'team',
  icon: 'credit-card',
  fields: {
    approval: f.pick(['manager_finance', 'one_step'], { default: 'manager_finance' }),
    receipt_required_over: f.maybe(f.money({ default: '0.00' })),
    claim_window_days: f.int({ default: 90, min: 1, max: 3_660 }),
    limit_policy: f.pick(['warn', 'refuse'], { default: 'warn' }),
    paid_by: f.pick(paymentWays, { default: 'direct' }),
  },
})
