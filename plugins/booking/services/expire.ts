import { type Ctx, AppError, sql, type Tx } from 'stoa'
import { booking } from '../resources/booking.ts'

/** So many at once, each by itself, so that a long list does not keep others waiting. */
const AT_ONCE = 500

/** Does the same to each booking, in a transaction of its own; one that is refused does not hold up the rest. Answers the sum of what `run` does. */
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

/** Gives places back that somebody held and did not go on with. Whoever goes on in the same moment has locked the draft and keeps it. */
export async function expireHolds(ctx: Ctx): Promise<number> {
  const { db, resources } = ctx.kernel
  const rows = await db.rows<{ id: number }>(
    sql`select id from booking where status = 'draft' and hold_expires_at < now() order by id limit ${AT_ONCE}`,
  )
  return runForEach(ctx, rows, async (tx, id) => {
    tx.invalidate('booking_session')
    // Nobody's booking yet: neither its history nor the audit log speaks of it.
    const freed =
      await tx.run(sql`with gone as (update booking set status = 'canceled', hold_expires_at = null, held_answers = null, updated_at = now()
          where id = ${id} and status = 'draft' and hold_expires_at < now() returning session_id, quantity)
        update booking_session s set taken = s.taken - g.quantity, updated_at = now() from gone g where s.id = g.session_id`)
    if (freed > 0) await resources.runTransitionHooks(tx, ctx, 'booking', id, [{ ctx, action: 'expire' }])
    return freed
  })
}

/** Whether a hold of nobody who went on is kept any longer. */
const KEPT_DAYS = 30

/** Forgets what was held and never asked for, and where bookings came from that lie behind. */
export const deleteOldHolds = ({ kernel }: Pick<Ctx, 'kernel'>): Promise<number> =>
  kernel.transaction(async (tx) => {
    tx.invalidate('booking')
    await tx.run(sql`update booking set held_from = null, held_by = null where held_from is not null and starts_at < now()`)
    return tx.run(
      sql`delete from booking where asked_at is null and status = 'canceled' and updated_at < now() - make_interval(days => ${KEPT_DAYS})`,
    )
  })

/**
 * What is over is completed by itself, an hour after its end. Where people are checked in, whoever was not did not come; elsewhere staff say so,
 * before or after.
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
