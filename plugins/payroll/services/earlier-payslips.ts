import { type Db, sql } from 'stoa'
import type { DayBasis, EarlierPayslip, Frequency, PayLine, PostponedContribution } from '../domain/types.ts'

/** An earlier payslip with what is needed to compute it again. */
export interface StoredPayslip extends EarlierPayslip {
  employee_id: number
  frequency: Frequency
  day_basis: DayBasis
  unmarked_as: 'present' | 'absent'
  /** False for pay of a former system, which cannot be computed again. */
  isComputed: boolean
}

/** A stored line with its payslip. */
export interface StoredLine extends PayLine {
  payslip_id: number
}

/** Columns of a line as `PayLine` has them; `l` is the line. */
export const lineColumns = sql`l.payslip_id, l.code, l.kind, l.quantity::float8 as quantity, l.rate::text as rate, l.amount_minor as amount,
  l.is_relevant, l.is_wage, l.title ->> '' as title, l.source`

/**
 * Payslips that were approved, sent or paid, and pay of a former system, that ended before a date, by employee and period. Pay of a
 * former system has negative ids. One statement each.
 */
export async function readEarlierPayslips(
  db: Pick<Db, 'rows'>,
  { employees, from, before }: { employees: readonly number[]; from: string; before: string },
): Promise<StoredPayslip[]> {
  const payslips = await db.rows<StoredPayslip & { postponed: PostponedContribution[] }>(sql`
    select t.id, t.employee_id, to_char(t.start_date, 'YYYY-MM-DD') as start, to_char(t.end_date, 'YYYY-MM-DD') as "end", t.frequency,
      p.day_basis, p.unmarked_as, t.average_wages_minor as average_wages, t.average_days::float8 as average_days,
      t.relevant_income_minor as relevant_income, t.postponed, t.carried_forward_minor as carried_forward, true as "isComputed"
    from hr_payslip t join hr_payroll p on p.id = t.payroll_id
    where t.employee_id = any(${[...employees]}::bigint[]) and t.status in ('approved', 'sent', 'paid')
      and t.end_date between ${from}::date and ${before}::date - 1`)
  const openings = await db.rows<StoredPayslip>(sql`
    select -id as id, employee_id, to_char(start_date, 'YYYY-MM-DD') as start, to_char(end_date, 'YYYY-MM-DD') as "end",
      'monthly' as frequency, 'calendar' as day_basis, 'present' as unmarked_as, wages_minor as average_wages, days::float8 as average_days,
      relevant_income_minor as relevant_income, '[]'::jsonb as postponed, 0 as carried_forward, false as "isComputed"
    from hr_pay_opening where employee_id = any(${[...employees]}::bigint[]) and end_date between ${from}::date and ${before}::date - 1`)
  return [...payslips, ...openings].toSorted((one, other) =>
    one.employee_id === other.employee_id ? (one.start < other.start ? -1 : 1) : one.employee_id - other.employee_id,
  )
}

/** Lines of payslips without their adjustments of others, and the adjustments of them on others, by the payslip they are about. */
export async function readPaidLines(db: Pick<Db, 'rows'>, payslipIds: readonly number[]): Promise<Map<number, StoredLine[]>> {
  const rows = await db.rows<StoredLine & { about: number }>(sql`
    select l.payslip_id as about, ${lineColumns} from hr_payslip_line l where l.payslip_id = any(${[...payslipIds]}::bigint[])
      and l.source ->> 'type' <> 'adjustment'
    union all
    select (l.source ->> 'payslip_id')::bigint as about, ${lineColumns} from hr_payslip_line l join hr_payslip t on t.id = l.payslip_id
    where l.source ->> 'type' = 'adjustment' and (l.source ->> 'payslip_id')::bigint = any(${[...payslipIds]}::bigint[])
      and t.status in ('approved', 'sent', 'paid')`)
  const lines = new Map<number, StoredLine[]>()
  for (const { about, ...line } of rows) lines.set(about, [...(lines.get(about) ?? []), line])
  return lines
}
