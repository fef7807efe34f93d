import { defineJob, t } from 'stoa'

/** Accrues, carries over and expires leave of all employees: of one type, or of all. */
export const ACCRUE = defineJob({
  name: 'leave/accrue',
  payload: { type_id: t.maybe(t.id()) },
  key: ({ type_id }) => `leave accrue ${type_id ?? 'all'}`,
})

/** Compares approved leaves with the holidays of an employee's calendar. */
export const REPAIR = defineJob({
  name: 'leave/repair',
  payload: { holiday_id: t.id() },
  key: ({ holiday_id }) => `leave repair ${holiday_id}`,
})

/** Compares approved leaves on a date with the holidays of a calendar, after a holiday of the date was unpublished, moved or deleted. */
export const REPAIR_DATE = defineJob({
  name: 'leave/repair-date',
  payload: { calendar_id: t.id(), date: t.text() },
  key: ({ calendar_id, date }) => `leave repair ${calendar_id} ${date}`,
})

/** Compares the coming approved leaves of an employee with the holidays of another calendar, which the employee got. */
export const REPAIR_EMPLOYEE = defineJob({
  name: 'leave/repair-employee',
  payload: { employee_id: t.id() },
  key: ({ employee_id }) => `leave repair employee ${employee_id}`,
})
