import { type Ctx, AppError, sql, type Tx } from 'stoa'
import { booking } from '../resources/booking.ts'

/** Batch size; each booking has its own transaction. */
const AT_ONCE = 500

/** Processes bookings in separate transactions; a failing one does not block the rest. @returns the sum of the results of `run` */
async function runForEach({ kernel }: Ctx, rows: readonly { id: number }[], run: (tx: Tx, id: number) => Promise<number>): Promise<number> {
  let done = 0
  for (const { id } of rows)
    done += await kernel
      .transaction((tx) => run(tx, id))
      .catch((err: unknown) => {
        if (!(err instanceof AppError)) throw err
        kernel.log.warn({ err, booking: id }, 'a booking whose time was up could not be moved')
        return 0
      })
  return done
}

/** Releases expired holds. A request that continues concurrently has locked the draft and keeps it. */
export async function expireHolds(ctx: Ctx): Promise<number> {
  const { db, resources } = ctx.kernel
  const rows = await db.rows<{ id: number }>(
    sql`select id from booking where status = 'draft' and hold_expires_at < now() order by id limit ${AT_ONCE}`,
  )
  return runForEach(ctx, rows, async (tx, id) => {
    tx.invalidate('booking_session')
    // A hold is no booking yet: it has no history and no audit log entries.
    const freed =
      await tx.run(sql`with gone as (update booking set status = 'canceled', hold_expires_at = null, held_answers = null, updated_at = now()
          where id = ${id} and status = 'draft' and hold_expires_at < now() returning session_id, quantity)
        update booking_session s set taken = s.taken - g.quantity, updated_at = now() from gone g where s.id = g.session_id`)
    if (freed > 0) await resources.runTransitionHooks(tx, ctx, 'booking', id, [{ ctx, action: 'expire' }])
    return freed
  })
}

/** Days after which unused holds are deleted. */
const RETENTION_DAYS = 30

/** Deletes old holds, and the network hashes of past bookings. */
export const deleteOldHolds = ({ kernel }: Pick<Ctx, 'kernel'>): Promise<number> =>
  kernel.transaction(async (tx) => {
    tx.invalidate('booking')
    await tx.run(sql`update booking set held_from = null, held_by = null where held_from is not null and starts_at < now()`)
    return tx.run(
      sql`delete from booking where asked_at is null and status = 'canceled' and updated_at < now() - make_interval(days => ${RETENTION_DAYS})`,
    )
  })

/**
 * Completes bookings one hour after their end. With check-in, seats not checked in are marked as absent; without it,
 * staff record attendance.
 */
export async function completeOver(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const rows = await kernel.db.rows<{ id: number }>(sql`select b.id from booking b join event e on e.id = b.event_id
    where b.status in ('approved', 'present') and b.ends_at < now() - interval '1 hour' - make_interval(mins => e.checkin_closes)
    order by b.ends_at, b.id limit ${AT_ONCE}`)
  await runForEach(ctx, rows, async (tx, id) => {
    const b = await tx.one<{
      status: string
      attendance: boolean
    }>(sql`select b.status, e.attendance from booking b join event e on e.id = b.event_id
      where b.id = ${id} and b.status in ('approved', 'present') for update of b`)
    if (!b) return 0
    await kernel.resources.transitionIn(tx, ctx, booking, id, b.attendance && b.status === 'approved' ? 'miss' : 'complete')
    return 1
  })
}
