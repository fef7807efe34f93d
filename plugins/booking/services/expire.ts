import { type Ctx, sql } from '#core'

/** So many at once, each by itself, so that a long list does not keep others waiting. */
const AT_ONCE = 500

/** Gives places back that somebody held and did not go on with. Whoever goes on in the same moment has locked the draft and keeps it. */
export async function dropHolds({ kernel }: Pick<Ctx, 'kernel'>): Promise<number> {
  const rows = await kernel.db.rows<{ id: number }>(
    sql`select id from booking where status = 'draft' and hold_expires_at < now() order by id limit ${AT_ONCE}`,
  )
  let dropped = 0
  for (const { id } of rows)
    dropped += await kernel.work(async (tx) => {
      tx.touch('booking_session')
      return tx.run(sql`with gone as (update booking set status = 'canceled', hold_expires_at = null, held_answers = null, updated_at = now()
          where id = ${id} and status = 'draft' and hold_expires_at < now() returning session_id, quantity)
        update booking_session s set taken = s.taken - g.quantity, updated_at = now() from gone g where s.id = g.session_id`)
    })
  return dropped
}

/** Whether a hold of nobody who went on is kept any longer. */
const KEPT_DAYS = 30

/** Forgets what was held and never asked for, and where bookings came from that lie behind. */
export const forgetHolds = ({ kernel }: Pick<Ctx, 'kernel'>): Promise<number> =>
  kernel.work(async (tx) => {
    tx.touch('booking')
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
  for (const { id } of rows)
    await kernel.work(async (tx) => {
      const b = await tx.one<{
        status: string
        attendance: boolean
      }>(sql`select b.status, e.attendance from booking b join event e on e.id = b.event_id
        where b.id = ${id} and b.status in ('approved', 'present') for update of b`)
      if (b) await kernel.resources.moveIn(tx, ctx, 'booking', id, b.attendance && b.status === 'approved' ? 'miss' : 'complete')
    })
}
