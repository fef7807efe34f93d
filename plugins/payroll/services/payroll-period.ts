import { type DraftInput, message, sql, validationError, type ValidatedInput } from 'stoa'
import { baseCurrency, isCurrencyCode } from 'stoa/plugins/currency'
import { nextNumber } from 'stoa/plugins/documents'
import { findPeriod } from '../domain/periods.ts'
import type { payrollFields } from '../resources/payroll-fields.ts'
import { payrollSettings } from '../settings.ts'

type Fields = typeof payrollFields

const isCountable = (date: string): boolean => date >= '1900-01-01' && date <= '2999-12-31'

/**
 * Completes a payroll: its number, the period that holds the entered date, and what the settings say. The employees who were left out of
 * the payroll before are left out again.
 */
export async function completePayroll({ ctx, tx, input, old, mode }: DraftInput<Fields>): Promise<void> {
  const { day_basis, unmarked_as } = ctx.kernel.settings.of(payrollSettings)
  if (mode === 'create') {
    input.number = await nextNumber(tx, 'PY', 'hr_payroll_number_seq')
    input.created_by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
    input.currency ||= baseCurrency(ctx.kernel)
    input.excluded ??= (
      await tx.rows<{ id: number }>(sql`select x.hr_employee_id as id from hr_payroll_excluded x where x.hr_payroll_id = (
        select max(p.id) from hr_payroll p where p.frequency = ${input.frequency ?? 'monthly'} and p.currency = ${input.currency} and p.status <> 'canceled')
        order by x."order"`)
    ).map(({ id }) => id)
  }
  const frequency = input.frequency ?? old?.frequency ?? 'monthly'
  const date = input.start_date ?? old?.start_date
  if (date && isCountable(date)) {
    const period = findPeriod(frequency, date)
    input.start_date = period.start
    input.end_date = period.end
    if (mode === 'create' || input.pay_date === null) input.pay_date ??= period.end
  }
  if (mode === 'create' || input.day_basis === null) input.day_basis ??= day_basis
  if (mode === 'create' || input.unmarked_as === null) input.unmarked_as ??= unmarked_as
}

/** @throws AppError INVALID by field: only a draft changes */
export function checkPayroll({ input, old }: ValidatedInput<Fields>): void {
  if (input.start_date && !isCountable(input.start_date)) throw validationError({ start_date: message('payroll:error.date_range') })
  if (input.currency !== undefined && !isCurrencyCode(input.currency))
    throw validationError({ currency: message('payroll:error.currency') })
  const { pay_date, start_date } = { ...old, ...input }
  if (pay_date && start_date && pay_date < start_date) throw validationError({ pay_date: message('payroll:error.pay_date') })
  if (old && old.status !== 'draft') throw validationError({ status: message('payroll:error.not_draft') })
}
