import { defineSettings, f } from 'stoa'

/** Settings of commissions. */
export const commissionSettings = defineSettings({
  group: 'commission',
  order: 58,
  area: 'marketing',
  icon: 'percentage',
  fields: {
    levels: f.int({ default: 5, min: 0, max: 20 }),
    default_admin_id: f.maybe(f.one('account')),
    settle_automatically: f.flag({ default: true }),
  },
})
