import { column, defineRecord, f, jsonColumn } from 'stoa'
import { createTeamScope } from 'stoa/plugins/hr'
import type { PostponedContribution } from '../domain/types.ts'
import { payslipStatuses } from '../statuses.ts'

const fixed = { readOnly: true } as const

/** Why a payslip could not be computed: a message below `payroll:problem` with its parameters. */
export interface PayslipProblem {
  code: string
  params?: Record<string, string>
}

/** A line of a payslip. Code writes it; the lines of an approved payslip never change. */
export const hrPayslipLine = defineRecord({
  name: 'hr_payslip_line',
  events: [],
  verbs: [],
  label: 'code',
  internal: { title: jsonColumn<Record<string, string>>(), source: jsonColumn<unknown>() },
  fields: {
    payslip_id: f.one('hr_payslip', { ...fixed, sheet: false }),
    position: f.int(fixed),
    code: f.text(fixed),
    kind: f.pick(['earning', 'deduction', 'employer_cost'], fixed),
    quantity: f.maybe(f.decimal(fixed)),
    rate: f.maybe(f.decimal(fixed)),
    amount: f.money(fixed),
    is_relevant: f.flag({ ...fixed, default: true }),
    is_wage: f.flag({ ...fixed, default: true }),
  },
})

/** A payslip: the pay of an employee for a period. */
export const hrPayslip = defineRecord({
  name: 'hr_payslip',
  path: 'payroll/payslip',
  events: [],
  verbs: ['get', 'export'],
  label: 'start_date',
  sortBy: '-start_date',
  locked: true,
  listStamps: false,
  auditReads: true,
  fresh: ['export'],
  scope: createTeamScope('employee_id'),
  transfer: false,
  internal: {
    postponed: jsonColumn<readonly PostponedContribution[]>(),
    problems: jsonColumn<readonly PayslipProblem[]>(),
    digest: column('text'),
  },
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    payroll_id: f.one('hr_payroll', { ...fixed, list: 2, filter: true }),
    start_date: f.date({ ...fixed, list: 3, sort: true, filter: true }),
    end_date: f.date({ ...fixed, list: 4, sort: true, filter: true }),
    frequency: f.text(fixed),
    currency: f.text({ ...fixed, list: 5, filter: true }),
    salary_id: f.maybe(f.one('admin_salary', { ...fixed, sheet: false })),
    structure_id: f.maybe(f.one('hr_pay_structure', { ...fixed, filter: true })),
    working_days: f.decimal({ ...fixed, default: '0' }),
    payment_days: f.decimal({ ...fixed, default: '0' }),
    paid_leave_days: f.decimal({ ...fixed, default: '0' }),
    unpaid_days: f.decimal({ ...fixed, default: '0' }),
    absent_days: f.decimal({ ...fixed, default: '0' }),
    overtime_min: f.int({ ...fixed, default: 0 }),
    gross: f.money({ ...fixed, default: '0' }),
    deductions: f.money({ ...fixed, default: '0' }),
    employer_cost: f.money({ ...fixed, default: '0' }),
    net: f.money({ ...fixed, default: '0' }),
    relevant_income: f.money({ ...fixed, default: '0' }),
    average_wages: f.money({ ...fixed, default: '0', sheet: false }),
    average_days: f.decimal({ ...fixed, default: '0', sheet: false }),
    carried_forward: f.money({ ...fixed, default: '0' }),
    status: f.pick(payslipStatuses, { ...fixed, default: 'draft', list: 6, filter: true, widget: 'status' }),
    lines: f.rows(hrPayslipLine, { by: 'payslip_id', readOnly: true, sheet: false }),
  },
})

/** A printed payslip in a language. It is generated once; the hash shows that it is unchanged. */
export const hrPayslipPdf = defineRecord({
  name: 'hr_payslip_pdf',
  events: [],
  verbs: [],
  label: 'language',
  internal: { file: column('bigint'), path: column('text'), sha256: column('text') },
  fields: {
    payslip_id: f.one('hr_payslip', { ...fixed, sheet: false }),
    language: f.text(fixed),
  },
})
