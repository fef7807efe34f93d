import { f } from 'stoa'
import { frequencies, payTypes } from '../domain/types.ts'
import { hrSalaryAllowance } from './allowance.ts'

/** Fields of a salary. */
export const salaryFields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  effective_from: f.date({ list: 2, sort: true, filter: true }),
  structure_id: f.one('hr_pay_structure', { list: 3, filter: true, batch: true }),
  pay_type: f.pick(payTypes, { default: 'monthly', list: 4, filter: true }),
  frequency: f.pick(frequencies, { default: 'monthly', list: 5, filter: true }),
  // No list column: who reads an amount opens the salary, and the audit log names it.
  base_amount: f.money({ min: 0 }),
  currency: f.text({ default: '', maxLength: 3, readOnly: true, filter: true }),
  allowances: f.rows(hrSalaryAllowance, { by: 'salary_id' }),
  scheme_member_no: f.text({ default: '', maxLength: 60, group: 'contributions' }),
  is_exempt: f.flag({ default: false, group: 'contributions' }),
  note: f.area({ default: '', maxLength: 2_000, group: 'side' }),
  status: f.pick(['draft', 'approved', 'disabled'], { default: 'draft', readOnly: true, list: 6, filter: true }),
  created_by: f.maybe(f.one('account', { readOnly: true, form: false, sheet: 'out' })),
  approved_by: f.maybe(f.one('account', { readOnly: true, form: false, sheet: 'out' })),
  approved_at: f.maybe(f.instant({ readOnly: true, form: false, sheet: 'out' })),
}
