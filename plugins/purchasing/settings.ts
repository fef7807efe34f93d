import { defineSettings, f } from 'stoa'

/** Settings of purchasing. */
export const purchasing = defineSettings({
  group: 'purchasing',
  order: 36,
  area: 'selling',
  icon: 'clipboard',
  fields: {
    approval_limit: f.maybe(f.money()),
    over_receipt_percent: f.int({ default: 5, min: 0, max: 100 }),
    cost_difference_percent: f.int({ default: 10, min: 0, max: 100 }),
  },
})
