import { AppError, type Ctx, type Tx } from 'stoa'
import { isOwnRecord } from 'stoa/plugins/hr'
import { ATTENDANCE_LOCKED, OWN_ATTENDANCE } from '../errors.ts'

/** Refuses a decision about the attendance of the actor. @throws AppError OWN_ATTENDANCE */
export async function assertNotOwn(tx: Tx, ctx: Ctx, employeeId: number): Promise<void> {
  if (await isOwnRecord(tx, ctx, employeeId)) throw new AppError(OWN_ATTENDANCE)
}

/** Refuses a change of a day that a payroll locked. @throws AppError ATTENDANCE_LOCKED */
export function assertUnlocked(row: { locked_by: string | null }): void {
  if (row.locked_by !== null) throw new AppError(ATTENDANCE_LOCKED)
}
