import { defineSettings, f } from 'stoa'

/** Settings of applications. */
export const applicationRules = defineSettings({
  group: 'application',
  order: 62,
  area: 'selling',
  icon: 'briefcase',
  fields: {
    pay_days: f.int({ default: 14, min: 1, max: 60 }),
    remind_days: f.int({ default: 3, min: 0, max: 60 }),
  },
})
