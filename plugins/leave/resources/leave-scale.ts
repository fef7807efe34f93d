import { defineResource, f } from 'stoa'

/** A step of an accrual table: days a year from a year of service on. */
export const hrLeaveScale = defineResource({
  name: 'hr_leave_scale',
  verbs: [],
  label: 'years',
  fields: {
    type_id: f.one('hr_leave_type', { readOnly: true, sheet: false }),
    years: f.int({ min: 1, max: 60 }),
    days: f.decimal({ min: 0, max: 366 }),
  },
})
