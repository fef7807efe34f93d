import { defineResource, f, message, sql, validationError, type DraftInput, type ValidatedInput } from 'stoa'
import { baseCurrency, isCurrencyCode } from 'stoa/plugins/currency'
import { createTeamScope } from 'stoa/plugins/hr'
import { isOwnRecord } from '../services/salary-rules.ts'

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
  if (next.employee_id && (await isOwnRecord(tx, ctx, next.employee_id)))
    throw validationError({ employee_id: message('payroll:error.own_salary') })
  if (next.start_date && next.end_date && next.end_date < next.start_date)
    throw validationError({ end_date: message('payroll:error.effective_to') })
  if (input.currency && !isCurrencyCode(input.currency)) throw validationError({ currency: message('payroll:error.currency') })
  const span = sql`daterange(${next.start_date}::date, ${next.end_date}::date, '[]')`
  const other = await tx.one(sql`
    select 1 from hr_pay_opening where employee_id = ${next.employee_id} and id is distinct from ${id}::bigint and daterange(start_date, end_date, '[]') && ${span}
    union all select 1 from hr_payslip where employee_id = ${next.employee_id} and status <> 'canceled' and daterange(start_date, end_date, '[]') && ${span} limit 1`)
  if (other) throw validationError({ start_date: message('payroll:error.opening_overlap') })
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
  hooks: { beforeValidate: completeOpening, validate: checkOpening },
})
