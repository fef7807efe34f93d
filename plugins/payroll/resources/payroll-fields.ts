import { f } from 'stoa'
import { dayBases, frequencies } from '../domain/types.ts'
import { payrollStatuses } from '../statuses.ts'

const set = { readOnly: true, form: false } as const

/** Fields of a payroll. */
export const payrollFields = {
  number: f.text({ ...set, default: '', unique: true, list: 1, search: true, maxLength: 40 }),
  frequency: f.pick(frequencies, { default: 'monthly', list: 2, filter: true }),
  start_date: f.date({ list: 3, sort: true, filter: true }),
  end_date: f.maybe(f.date({ list: 4, sort: true, filter: true, readOnly: true })),
  pay_date: f.maybe(f.date({ list: true, sort: true, filter: true })),
  currency: f.text({ default: '', maxLength: 3, list: true, filter: true }),
  day_basis: f.maybe(f.pick(dayBases, { group: 'calculation' })),
  unmarked_as: f.maybe(f.pick(['present', 'absent'], { group: 'calculation' })),
  excluded: f.many('hr_employee', { through: 'hr_payroll_excluded', group: 'calculation', sheet: false }),
  note: f.area({ default: '', maxLength: 2_000, group: 'side' }),
  status: f.pick(payrollStatuses, { ...set, default: 'draft', list: 7, filter: true }),
  created_by: f.maybe(f.one('account', set)),
  approved_by: f.maybe(f.one('account', { ...set, filter: true })),
  approved_at: f.maybe(f.instant(set)),
  computed_at: f.maybe(f.instant(set)),
  sent_at: f.maybe(f.instant(set)),
  paid_at: f.maybe(f.instant(set)),
  paid_on: f.maybe(f.date(set)),
  payment_reference: f.text({ ...set, default: '' }),
  run_id: f.maybe(f.int({ ...set, sheet: false })),
}
