import { type Ctx, hashPassword, message, sql, type TransitionContext, validationError } from 'stoa'
import { requireOwnEmployee } from 'stoa/plugins/hr'
import type { OwnKioskPin } from '../../api-types.ts'
import { findPinProblem, PIN_DIGITS } from '../../domain/pin.ts'
import { readEmployee } from '../employees.ts'
import { unlockPin } from './pin-attempts.ts'

/** Permission to clear the kiosk PIN of an employee. Nobody but the employee sets one. */
export const RESET_PIN = 'reset hr kiosk pin'

/** Whether the actor has a kiosk PIN, and since when. */
export async function readOwnPin(ctx: Ctx): Promise<OwnKioskPin> {
  const { id } = await requireOwnEmployee(ctx)
  const row = await ctx.kernel.db.one<{ set_at: string }>(sql`select updated_at as set_at from hr_kiosk_pin where employee_id = ${id}`)
  return { set_at: row?.set_at ?? null }
}

/** Sets the kiosk PIN of the actor and unlocks it. Only its hash is stored. @throws AppError INVALID for a PIN that is easy to guess */
export async function setOwnPin(ctx: Ctx, pin: string): Promise<OwnKioskPin> {
  const { id, staff_no } = await requireOwnEmployee(ctx)
  const problem = findPinProblem(pin, staff_no)
  if (problem) throw validationError({ pin: message(`attendance:error.${problem}`, PIN_DIGITS) })
  const hash = await hashPassword(pin)
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(sql`insert into hr_kiosk_pin (employee_id, pin_hash) values (${id}, ${hash})
      on conflict (employee_id) do update set pin_hash = excluded.pin_hash, updated_at = now()`)
    await unlockPin(tx, staff_no)
  })
  return readOwnPin(ctx)
}

/** Clears the kiosk PIN of an employee and its lock; the employee sets a new one. */
export async function resetPin({ ctx, tx, row }: Pick<TransitionContext, 'ctx' | 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`delete from hr_kiosk_pin where employee_id = ${row.id}`)
  const employee = await readEmployee(tx, ctx, row.id)
  if (employee) await unlockPin(tx, employee.staff_no)
}
