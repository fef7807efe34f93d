import { f } from 'stoa'
import { settlements } from '../domain/types.ts'
import { settlementStatuses } from '../statuses.ts'

const set = { readOnly: true } as const
const internal = { readOnly: true, form: false } as const

/** Fields of a settlement. Specification backoffice 2.10. */
export const settlementFields = {
  number: f.text({ ...internal, default: '', unique: true, list: 1, search: true, maxLength: 40 }),
  admin_id: f.one('account', { list: 2, filter: true }),
  settlement: f.pick(settlements, { default: 'monthly', list: 3, filter: true }),
  period_start: f.date({ list: 4, sort: true, filter: true }),
  period_end: f.maybe(f.date({ readOnly: true, list: 5, sort: true, filter: true })),
  currency: f.text({ default: '', readOnly: true, form: false, maxLength: 3, filter: true }),
  total: f.money({ ...set, default: '0.00', list: 6, sort: true }),
  status: f.pick(settlementStatuses, { ...internal, default: 'draft', list: 7, filter: true }),
  approved_by: f.maybe(f.one('account', set)),
  approved_at: f.maybe(f.instant(set)),
  paid_at: f.maybe(f.date({ ...set, list: 8, sort: true, filter: true })),
  payment_reference: f.text({ ...set, default: '', search: true, maxLength: 200 }),
  payroll_id: f.maybe(f.one('hr_payroll', { ...set, ifInstalled: true, filter: true })),
}
