import { AppError, type Ctx, sql, type Tx } from 'stoa'
import { ATTENDANCE_LOCKED, OWN_ATTENDANCE } from '../errors.ts'

/** Refuses a decision about the attendance of the actor. @throws AppError OWN_ATTENDANCE */
export async function assertNotOwn(tx: Tx, { actor }: Pick<Ctx, 'actor'>, employeeId: number): Promise<void> {
  if (actor.kind !== 'admin') return
  const own = await tx.one(sql`select 1 from hr_employee where id = ${employeeId} and account_id = ${actor.id}`)
  if (own) throw new AppError(OWN_ATTENDANCE)
}

/** Refuses a change of a day that a payroll locked. @throws AppError ATTENDANCE_LOCKED */
export function assertUnlocked(row: { locked_by: string | null }): void {
  if (row.locked_by !== null) throw new AppError(ATTENDANCE_LOCKED)
}
