import { defineResource, f } from 'stoa'

const age = f.maybe(f.int({ min: 0, max: 150 }))

/** A band of contributions by age and income. The last band by income that fits counts. */
export const hrPayBand = defineResource({
  name: 'hr_pay_band',
  verbs: [],
  label: 'percent',
  fields: {
    rule_id: f.one('hr_pay_rule', { readOnly: true, sheet: false }),
    age_from: age,
    age_to: age,
    income_from: f.money({ default: '0', min: 0 }),
    income_from_daily: f.maybe(f.money({ min: 0 })),
    is_exclusive: f.flag({ default: false }),
    percent: f.decimal({ default: '0', min: 0, max: 1_000 }),
    excess_over: f.money({ default: '0', min: 0 }),
  },
})
