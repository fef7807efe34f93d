import { type Ctx, message, type Tx, validationError } from 'stoa'
import { attendanceColumns } from '../resources/attendance-columns.ts'
import { assertNotOwn, assertUnlocked } from './own-record.ts'

interface OvertimeApproval {
  ctx: Ctx
  tx: Tx
  row: { id: number; employee_id: number; overtime_min: number; locked_by: string | null }
  input: { minutes: number | null }
}

/** Approves overtime of a day: all of it, or fewer minutes; 0 takes an approval back. */
export async function approveOvertime({ ctx, tx, row, input }: OvertimeApproval): Promise<void> {
  await assertNotOwn(tx, ctx, row.employee_id)
  assertUnlocked(row)
  const minutes = input.minutes ?? row.overtime_min
  if (minutes > row.overtime_min) throw validationError({ minutes: message('core:rule.max', { max: row.overtime_min }) })
  await tx.update(attendanceColumns, { id: row.id }, { overtime_approved_min: minutes })
}
