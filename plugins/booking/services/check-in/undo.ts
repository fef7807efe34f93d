import { type Ctx, AppError, NOT_FOUND, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { getStaffId } from './device.ts'
import { bookingTransitions } from '../../domain/statuses.ts'

/** Minutes during which a check-in can be undone. */
const UNDO_MINUTES = 10

const over = () => new AppError(WRONG_STATE, { id: [message('booking:error.undo_over', { count: UNDO_MINUTES })] })

/**
 * Undoes a check-in: only by the account that made it, within ten minutes, unless the booking is completed.
 * Idempotent.
 * @throws AppError NOT_FOUND, WRONG_STATE
 */
export async function undoCheckIn(tx: Tx, ctx: Ctx, id: number): Promise<{ session: number; seats: number[] }> {
  const named = await tx.one<{ booking_id: number | null }>(sql`select booking_id from booking_checkin where id = ${id}`)
  if (!named?.booking_id) throw new AppError(NOT_FOUND)
  const booking = named.booking_id
  const b = await tx.one<{ status: string; session: number }>(
    sql`select status, session_id as session from booking where id = ${booking} for update`,
  )
  const row = await tx.one<{ seats: number[]; undone: boolean; mine: boolean; late: boolean; result: string }>(sql`
    select seats, undone_at is not null as undone, account_id = ${getStaffId(ctx)} as mine, result,
      created_at < now() - make_interval(mins => ${UNDO_MINUTES}) as late from booking_checkin where id = ${id} for update`)
  if (!b || !row || !row.mine || row.result !== 'ok') throw new AppError(NOT_FOUND)
  if (row.undone) return { session: b.session, seats: row.seats }
  if (row.late || b.status === 'completed') throw over()
  await tx.run(sql`update booking_checkin set undone_at = now(), updated_at = now() where id = ${id}`)
  await tx.run(sql`update booking_seat set status = 'pending', checked_at = null, device_id = null
    where booking_id = ${booking} and id = any(${row.seats}::bigint[])`)
  const left = await tx.one(sql`select 1 from booking_seat where booking_id = ${booking} and status = 'present' limit 1`)
  if (!left && b.status === 'present') await ctx.kernel.resources.transitionIn(tx, ctx, bookingTransitions, booking, 'leave')
  return { session: b.session, seats: row.seats }
}
