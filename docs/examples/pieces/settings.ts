import { defineSettings, f } from 'stoa'

/** Settings of repairs. */
export const repairRules = defineSettings({
  group: 'repair',
  order: 30,
  area: 'selling',
  icon: 'wrench',
  fields: { usual_price: f.money({ default: '30.00', min: 0 }), keep_days: f.int({ default: 365, min: 30 }) },
})
