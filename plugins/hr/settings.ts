import { defineSettings, f } from 'stoa'

/** Employee self-service, and the work days of employees who have none of their own. */
export const employeeSettings = defineSettings({
  group: 'employee',
  order: 70,
  area: 'team',
  icon: 'people',
  fields: { enabled: f.flag({ default: false }), work_weekdays: f.weekdays({ default: [1, 2, 3, 4, 5] }) },
})
