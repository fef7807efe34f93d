import { defineSettings, f } from 'stoa'

/** Thresholds and recipients of stock alerts. */
export const inventoryRules = defineSettings({
  group: 'inventory',
  order: 35,
  area: 'store',
  icon: 'layers',
  fields: {
    expiry_warning_days: f.int({ default: 30, min: 0, max: 365 }),
    alert_email: f.maybe(f.email()),
  },
})
