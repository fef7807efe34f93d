import {
  defineResource,
  type DeleteContext,
  type DraftInput,
  f,
  message,
  type Message,
  sql,
  validationError,
  type ValidatedInput,
} from 'stoa'
import { baseCurrency, isCurrencyCode } from 'stoa/plugins/currency'
import { createTeamScope, isOwnRecord } from 'stoa/plugins/hr'

const amount = f.money({ default: '0', min: 0 })

const fields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  start_date: f.date({ list: 2, sort: true, filter: true }),
  end_date: f.date({ list: 3, sort: true, filter: true }),
  currency: f.text({ default: '', maxLength: 3 }),
  gross: amount,
  net: amount,
  wages: amount,
  days: f.decimal({ default: '0', min: 0, max: 366 }),
  relevant_income: amount,
  employee_contribution: amount,
  employer_contribution: amount,
  reference: f.text({ unique: true, maxLength: 80, list: 4, search: true }),
}

function completeOpening({ ctx, input, mode }: DraftInput<typeof fields>): void {
  if (mode === 'create' && !input.currency) input.currency = baseCurrency(ctx.kernel)
}

/** @throws AppError INVALID by field: periods do not overlap payslips or each other, and nobody writes their own pay */
async function checkOpening({ ctx, tx, input, old, id }: ValidatedInput<typeof fields>): Promise<void> {
  const next = { ...old, ...input }
  for (const employeeId of [old?.employee_id, input.employee_id])
    if (employeeId && (await isOwnRecord(tx, ctx, employeeId))) throw validationError({ employee_id: message('payroll:error.own_salary') })
  if (next.start_date && next.end_date && next.end_date < next.start_date)
    throw validationError({ end_date: message('payroll:error.effective_to') })
  if (input.currency && !isCurrencyCode(input.currency)) throw validationError({ currency: message('payroll:error.currency') })
  const span = sql`daterange(${next.start_date}::date, ${next.end_date}::date, '[]')`
  const other = await tx.one(sql`
    select 1 from hr_pay_opening where employee_id = ${next.employee_id} and id is distinct from ${id}::bigint and daterange(start_date, end_date, '[]') && ${span}
    union all select 1 from hr_payslip where employee_id = ${next.employee_id} and status <> 'canceled' and daterange(start_date, end_date, '[]') && ${span} limit 1`)
  if (other) throw validationError({ start_date: message('payroll:error.opening_overlap') })
}

/** Nobody deletes their own pay, as nobody writes it. */
async function canDeleteOpening({ ctx, tx, row }: DeleteContext<typeof fields>): Promise<true | Message> {
  return (await isOwnRecord(tx, ctx, row.employee_id)) ? message('payroll:error.own_salary') : true
}

/** Pay of a period before this system. Averages and totals of the year count it. */
export const hrPayOpening = defineResource({
  name: 'hr_pay_opening',
  path: 'payroll/opening',
  label: 'reference',
  match: 'reference',
  sortBy: '-start_date',
  verbs: ['get', 'create', 'update', 'destroy', 'import', 'export'],
  listStamps: false,
  auditReads: true,
  scope: createTeamScope('employee_id'),
  transfer: false,
  fields,
  hooks: { beforeValidate: completeOpening, validate: checkOpening, canDelete: canDeleteOpening },
})
