import { AppError, type Ctx, type Tx } from 'stoa'
import { ATTENDANCE_LOCKED, OWN_ATTENDANCE } from '../errors.ts'
import { readEmployee } from './employees.ts'

/** Refuses a decision about the attendance of the actor. @throws AppError OWN_ATTENDANCE */
export async function assertNotOwn(tx: Tx, ctx: Ctx, employeeId: number): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'admin') return
  const employee = await readEmployee(tx, ctx, employeeId)
  if (employee?.account_id === actor.id) throw new AppError(OWN_ATTENDANCE)
}

/** Refuses a change of a day that a payroll locked. @throws AppError ATTENDANCE_LOCKED */
export function assertUnlocked(row: { locked_by: string | null }): void {
  if (row.locked_by !== null) throw new AppError(ATTENDANCE_LOCKED)
}
