import { createHash } from 'node:crypto'
import { type Localized, sql, type Tx } from 'stoa'
import type { PayLine } from '../domain/types.ts'
import { hrPayslip, hrPayslipLine } from '../resources/payslip.ts'
import type { PayContext, PayslipResult } from './compute-payslips.ts'
import type { PayData } from './pay-data.ts'

/** The title of a line: of its rule by language, of its allowance or item, or none for what the product names itself. */
function findTitle(line: PayLine, data: PayData, { salary }: PayslipResult): Localized | { '': string } | null {
  const { source } = line
  if (line.title !== null) return { '': line.title }
  if ('rule_id' in source) return data.rules.find(({ id }) => id === source.rule_id)?.title ?? null
  const rule = data.rules.find(({ code, structure_id }) => code === line.code && structure_id === salary?.structure_id)
  if (rule) return rule.title
  const allowance = salary?.allowances.find(({ code }) => code === line.code)
  return allowance ? { '': allowance.title } : null
}

const days = (value: number): string => String(value)

function toRow(payrollId: number, { frequency, period, currency }: PayContext, result: PayslipResult) {
  const { employee, salary, payslip, problems } = result
  return {
    payroll_id: payrollId,
    employee_id: employee.id,
    salary_id: salary?.id ?? null,
    structure_id: salary?.structure_id ?? null,
    start_date: period.start,
    end_date: period.end,
    frequency,
    currency,
    working_days: days(payslip?.working_days ?? 0),
    payment_days: days(payslip?.payment_days ?? 0),
    paid_leave_days: days(payslip?.paid_leave_days ?? 0),
    unpaid_days: days(payslip?.unpaid_days ?? 0),
    absent_days: days(payslip?.absent_days ?? 0),
    overtime_min: payslip?.overtime_min ?? 0,
    gross_minor: payslip?.gross ?? 0,
    deductions_minor: payslip?.deductions ?? 0,
    employer_cost_minor: payslip?.employer_cost ?? 0,
    net_minor: payslip?.net ?? 0,
    relevant_income_minor: payslip?.relevant_income ?? 0,
    average_wages_minor: payslip?.average_wages ?? 0,
    average_days: days(payslip?.average_days ?? 0),
    carried_forward_minor: payslip?.carried_forward ?? 0,
    postponed: payslip?.postponed ?? [],
    problems,
    status: payslip ? ('pending' as const) : ('abnormal' as const),
  }
}

const updated = sql`salary_id = excluded.salary_id, structure_id = excluded.structure_id, frequency = excluded.frequency,
  currency = excluded.currency, working_days = excluded.working_days, payment_days = excluded.payment_days,
  paid_leave_days = excluded.paid_leave_days, unpaid_days = excluded.unpaid_days, absent_days = excluded.absent_days,
  overtime_min = excluded.overtime_min, gross_minor = excluded.gross_minor, deductions_minor = excluded.deductions_minor,
  employer_cost_minor = excluded.employer_cost_minor, net_minor = excluded.net_minor, relevant_income_minor = excluded.relevant_income_minor,
  average_wages_minor = excluded.average_wages_minor, average_days = excluded.average_days,
  carried_forward_minor = excluded.carried_forward_minor, postponed = excluded.postponed, problems = excluded.problems,
  digest = excluded.digest, status = excluded.status, version = hr_payslip.version + 1, updated_at = now()`

/**
 * Stores computed payslips of a payroll with their lines. A payslip that has not changed is not written. One of another payroll for the
 * same employee and period stays, and the employee is left out.
 */
export async function storePayslips(
  tx: Tx,
  payrollId: number,
  context: PayContext,
  data: PayData,
  results: readonly PayslipResult[],
): Promise<void> {
  const prepared = results.map((result) => {
    const row = toRow(payrollId, context, result)
    const lines = (result.payslip?.lines ?? []).map((line, position) => ({
      position,
      code: line.code,
      title: findTitle(line, data, result) as Record<string, string> | null,
      kind: line.kind,
      quantity: line.quantity === null ? null : String(line.quantity),
      rate: line.rate,
      amount_minor: line.amount,
      is_relevant: line.is_relevant,
      is_wage: line.is_wage,
      source: line.source,
    }))
    return {
      row: {
        ...row,
        digest: createHash('sha256')
          .update(JSON.stringify([row, lines]))
          .digest('hex'),
      },
      lines,
    }
  })
  const stored = await tx.rows<{ employee_id: number; digest: string; status: string }>(sql`
    select employee_id, digest, status from hr_payslip
    where payroll_id = ${payrollId} and employee_id = any(${prepared.map(({ row }) => row.employee_id)}::bigint[]) and status <> 'canceled'`)
  const digests = new Map(stored.map(({ employee_id, digest }) => [employee_id, digest]))
  const changed = prepared.filter(({ row }) => digests.get(row.employee_id) !== row.digest)
  if (changed.length === 0) return
  const ids = await tx.rows<{ id: number; employee_id: number }>(sql`
    ${tx.insertAllSql(
      hrPayslip,
      changed.map(({ row }) => row),
    )}
    on conflict (employee_id, start_date, end_date) where status <> 'canceled'
    do update set ${updated} where hr_payslip.payroll_id = excluded.payroll_id returning id, employee_id`)
  const idOf = new Map(ids.map(({ id, employee_id }) => [employee_id, id]))
  await tx.run(sql`delete from hr_payslip_line where payslip_id = any(${[...idOf.values()]}::bigint[])`)
  const lines = changed.flatMap(({ row, lines: own }) => {
    const payslip_id = idOf.get(row.employee_id)
    return payslip_id === undefined ? [] : own.map((line) => ({ ...line, payslip_id }))
  })
  await tx.insertAll(hrPayslipLine, lines)
}
