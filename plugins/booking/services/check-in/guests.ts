import { type Ctx, likeText, sql } from 'stoa'
import { fullName, isCalledSql } from 'stoa/plugins/people'
import type { CheckInGuests } from '../../check-in-api-types.ts'

const MOST = 50

/** Expected guests of a time by name or number, for guests without code. */
export async function searchGuests(ctx: Ctx, session: number, q: string): Promise<CheckInGuests> {
  const like = `%${likeText(q)}%`
  const rows = await ctx.kernel.db.rows<Omit<CheckInGuests['data'][number], 'name'> & { first_name: string; last_name: string }>(sql`
    select s.id as seat, b.id as booking, b.number, b.first_name, b.last_name, s.seat_no, b.quantity as of, s.status
    from booking b join booking_seat s on s.booking_id = b.id and s.seat_no <= b.quantity
    where b.session_id = ${session} and b.status in ('approved', 'present', 'absent')
      and (${q} = '' or ${isCalledSql(sql`b.first_name`, sql`b.last_name`, like)} or b.number ilike ${like})
    order by b.last_name, b.first_name, b.id, s.seat_no limit ${MOST}`)
  return { data: rows.map(({ first_name, last_name, ...row }) => ({ ...row, name: fullName(first_name, last_name) || row.number })) }
}
