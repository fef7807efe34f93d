import { defineSettings, f } from 'stoa'
import { dayBases } from './domain/types.ts'

/** How pay is computed and who approves it. */
export const payrollSettings = defineSettings({
  group: 'payroll',
  order: 74,
  area: 'team',
  icon: 'dollar',
  fields: {
    four_eyes: f.flag({ default: false }),
    day_basis: f.pick(dayBases, { default: 'calendar' }),
    unmarked_as: f.pick(['present', 'absent'], { default: 'present' }),
    adjust_months: f.int({ default: 3, min: 0, max: 12 }),
  },
})
