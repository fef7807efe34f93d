import { type Ctx, AppError, FORBIDDEN, NOT_FOUND, sql } from 'stoa'
import { findWorker } from './cashier.ts'
import { readLimits } from './limits.ts'
import { checkPin } from './pin.ts'
import type { Approver } from './sell-offline.ts'
import type { TicketInput } from './ticket-input.ts'

/**
 * The member of staff who approves a ticket of a session by PIN, with their limits; undefined without approval.
 * @throws AppError INVALID, TOO_MANY, FORBIDDEN, NOT_FOUND
 */
export async function findApprover(
  ctx: Ctx,
  store: number,
  session: number,
  { approver_id, approver_pin }: Pick<TicketInput, 'approver_id' | 'approver_pin'>,
): Promise<Approver | undefined> {
  if (approver_id === null) return undefined
  const row = await ctx.kernel.db.one<{ register: number }>(
    sql`select register_id as register from pos_session where id = ${session} and store_id = ${store}`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  await checkPin(ctx, row.register, approver_id, approver_pin, 'approver_pin')
  const person = await findWorker(ctx, store, approver_id)
  if (!person) throw new AppError(FORBIDDEN)
  return { ctx: person, limits: await readLimits(person) }
}
