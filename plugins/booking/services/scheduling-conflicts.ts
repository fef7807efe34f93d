import { type Ctx, sql, type Tx } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { millis } from './clock.ts'
import { toWallTime } from '../domain/clock.ts'
import { findTimesOn } from './availability.ts'
import { booking } from '../resources/booking.ts'
import type { SchedulingConflicts } from '../admin-api-types.ts'

/** A future booking whose time the event no longer offers. */
type SchedulingConflict = SchedulingConflicts['data'][number]

interface Row extends Omit<SchedulingConflict, 'starts_at'> {
  starts: number
  kind: string
  resource_id: number | null
}

/** Most future bookings that are checked. */
const MOST = 500

/**
 * Future bookings in conflict with the event's rules: changed hours, a changed day, or a removed resource. They do
 * not change automatically; staff decide. Existing sessions are ignored here: only the rules are checked.
 */
export async function listConflicts(ctx: Ctx, event: number): Promise<SchedulingConflict[]> {
  const { db } = ctx.kernel
  const rows =
    await db.rows<Row>(sql`select b.id, b.number, coalesce(nullif(${fullNameSql(sql`b.first_name`, sql`b.last_name`)}, ''), b.email) as customer,
      ${millis(sql`b.starts_at`)} as starts, b.zone, e.kind, s.resource_id
    from booking b join event e on e.id = b.event_id join booking_session s on s.id = b.session_id
    where b.event_id = ${event} and b.status in ('pending', 'approved') and b.asked_at is not null and b.starts_at > now()
    order by b.starts_at, b.id limit ${MOST}`)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const day = (row: Row) => toWallTime(row.starts, row.zone).day
  const found = await findTimesOn(ctx, db, event, day(first), day(last), { freely: true, empty: true })
  const offered = new Map((found?.slots ?? []).map((slot) => [slot.starts, slot.choices.map(({ resource_id }) => resource_id)]))
  return rows.flatMap(({ id, number, customer, starts, zone, resource_id }) =>
    offered.get(starts)?.includes(resource_id) ? [] : [{ id, number, customer, starts_at: new Date(starts).toISOString(), zone }],
  )
}

/** Marks the selected bookings for review by staff; a booking changed meanwhile is skipped. */
export async function flagConflicts(ctx: Ctx, event: number, ids: readonly number[], reason: string): Promise<number> {
  const still = new Set((await listConflicts(ctx, event)).map(({ id }) => id))
  let flagged = 0
  for (const id of [...new Set(ids)].filter((id) => still.has(id)).sort((a, b) => a - b))
    flagged += await ctx.kernel.transaction(async (tx: Tx) => {
      const open = await tx.one(
        sql`select 1 from booking where id = ${id} and event_id = ${event} and status in ('pending', 'approved') for update`,
      )
      if (!open) return 0
      await ctx.kernel.resources.transitionIn(tx, ctx, booking, id, 'flag', { reason })
      return 1
    })
  return flagged
}
