import { message, type TransitionContext, validationError } from 'stoa'
import { attendanceColumns } from '../resources/attendance-columns.ts'
import { assertNotOwn, assertUnlocked } from './own-record.ts'

/** Approves overtime of a day: all of it, or fewer minutes; 0 takes an approval back. */
export async function approveOvertime({ ctx, tx, row, input }: TransitionContext): Promise<void> {
  const { employee_id, overtime_min, locked_by } = row as unknown as {
    employee_id: number
    overtime_min: number
    locked_by: string | null
  }
  await assertNotOwn(tx, ctx, employee_id)
  assertUnlocked({ locked_by })
  const minutes = (input as { minutes: number | null }).minutes ?? overtime_min
  if (minutes > overtime_min) throw validationError({ minutes: message('core:rule.max', { max: overtime_min }) })
  await tx.update(attendanceColumns, { id: row.id }, { overtime_approved_min: minutes })
}
