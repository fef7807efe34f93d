import type { Ctx, Db } from 'stoa'
import { readWorkDays } from 'stoa/plugins/hr'
import { countLeave, type LeaveCount, type LeaveSpan } from '../domain/leave-days.ts'

/** Most dates of one leave. */
export const MOST_DATES = 400

/** What a span costs an employee by today's roster, work days and published holidays. Dates outside the employment are left out. */
export async function countEmployeeLeave(
  db: Pick<Db, 'rows'>,
  ctx: Ctx,
  employeeId: number,
  span: LeaveSpan,
  includesHolidays: boolean,
): Promise<LeaveCount> {
  const days = await readWorkDays(db, ctx, { employees: [employeeId], from: span.start_date, to: span.end_date })
  return countLeave(span, days, includesHolidays)
}
