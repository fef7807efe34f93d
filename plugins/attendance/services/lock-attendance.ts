import { type Ctx, type Db, sql, type Tx } from 'stoa'
import type { EmployeeSpan } from 'stoa/plugins/hr'
import type { AttendanceStatus, DayKind, ReasonCode } from '../domain/rules.ts'
import { lockEmployees } from './lock-employees.ts'

/** A day of attendance as payroll reads it. Amounts are minutes. */
export interface AttendanceRecord {
  id: number
  employee_id: number
  work_date: string
  shift_id: number | null
  status: AttendanceStatus
  reasons: ReasonCode[]
  day_kind: DayKind
  scheduled_min: number
  worked_min: number
  late_min: number
  early_min: number
  overtime_min: number
  /** Overtime that counts. */
  overtime_approved_min: number
  locked_by: string | null
}

/** The attendance of employees in a span, by employee and date. One statement. */
export const readAttendance = (db: Pick<Db, 'rows'>, { employees, from, to }: EmployeeSpan): Promise<AttendanceRecord[]> =>
  db.rows<AttendanceRecord>(sql`
    select id, employee_id, to_char(work_date, 'YYYY-MM-DD') as work_date, shift_id, status, reasons, day_kind, scheduled_min, worked_min, late_min,
      early_min, overtime_min, overtime_approved_min, locked_by
    from hr_attendance where employee_id = any(${employees}::bigint[]) and work_date between ${from}::date and ${to}::date
    order by employee_id, work_date, scheduled_start, id`)

/**
 * Locks the attendance of employees in a span for a document such as `payroll/12`: it is not computed, corrected, or appealed against any
 * more. Days that another document locked keep their lock.
 * @returns the number of locked days
 */
export async function lockAttendance(tx: Tx, _ctx: Ctx, { employees, from, to }: EmployeeSpan, reference: string): Promise<number> {
  await lockEmployees(tx, employees)
  const locked = await tx.run(sql`
    update hr_attendance set locked_by = ${reference}, version = version + 1, updated_at = now()
    where employee_id = any(${employees}::bigint[]) and work_date between ${from}::date and ${to}::date and locked_by is null`)
  tx.invalidate('hr_attendance')
  return locked
}

/** Unlocks what a document locked, when it is canceled. @returns the number of days */
export async function unlockAttendance(tx: Tx, reference: string): Promise<number> {
  const unlocked = await tx.run(
    sql`update hr_attendance set locked_by = null, version = version + 1, updated_at = now() where locked_by = ${reference}`,
  )
  tx.invalidate('hr_attendance')
  return unlocked
}
