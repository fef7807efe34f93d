import { AppError, type Ctx, message, sql, type Tx, validationError } from 'stoa'
import { ATTENDANCE_LOCKED } from '../errors.ts'
import { computeAround } from './compute-span.ts'
import { lockEmployees } from './lock-employees.ts'
import { assertNotOwn } from './own-record.ts'

interface VoidedPunch {
  ctx: Ctx
  tx: Tx
  row: { id: number; employee_id: number; at: string; voided_at: string | null }
  input: { reason: string }
}

/** Voids a punch and computes its day again. The punch stays, with the reason. */
export async function voidPunch({ ctx, tx, row, input: { reason } }: VoidedPunch): Promise<void> {
  const { employee_id, at, voided_at } = row
  await assertNotOwn(tx, ctx, employee_id)
  await lockEmployees(tx, [employee_id])
  if (voided_at !== null) throw validationError({ reason: message('attendance:error.voided') })
  const locked = await tx.one(sql`
    select 1 from hr_attendance where employee_id = ${employee_id} and locked_by is not null
      and ${at}::timestamptz between window_start and window_end`)
  if (locked) throw new AppError(ATTENDANCE_LOCKED)
  await tx.run(sql`update hr_punch set voided_at = now(), voided_by = ${ctx.actor.kind === 'admin' ? ctx.actor.id : null},
    void_reason = ${reason}, updated_at = now() where id = ${row.id}`)
  tx.invalidate('hr_punch')
  await computeAround(tx, ctx, employee_id, Date.parse(at))
}
