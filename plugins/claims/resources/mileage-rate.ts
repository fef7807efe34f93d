import { defineResource, f } from 'stoa'

/** An amount per kilometre in the base currency that applies from a date on. */
export const hrMileageRate = defineResource({
  name: 'hr_mileage_rate',
  verbs: [],
  label: 'effective_from',
  fields: {
    category_id: f.one('hr_expense_category', { readOnly: true, sheet: false }),
    effective_from: f.date(),
    rate: f.decimal({ min: 0.0001, max: 99_999 }),
  },
})
