import { type Ctx, formatMoney, signedPath, type Sql, sql } from 'stoa'
import { fullName } from 'stoa/plugins/people'
import { millis } from './clock.ts'
import { getRefundPercent, type Step } from '../domain/refund.ts'
import { toWallTime } from '../domain/clock.ts'
import type { OwnBooking } from '../api-types.ts'
import { createToken } from './access.ts'
import { canCancel, stepsSql } from './cancel.ts'
import { openSql } from './check-in/ticket.ts'
import { canReschedule } from './reschedule.ts'
import type { BookingRow } from '../resources/booking-columns.ts'

interface Row
  extends
    Pick<BookingRow, 'id' | 'number' | 'status' | 'zone' | 'quantity' | 'first_name' | 'last_name' | 'comment'>,
    Pick<BookingRow, 'order_number' | 'reschedules'> {
  title: string
  url: string
  kind: string
  location: string
  starts: number
  ends: number
  price: number
  max_reschedules: number
  move_until: number
  cancel_until: number
  steps: Step[]
  most: number | null
  reason: string
  codes: OwnBooking['codes']
  files: { id: number; name: string; size: number; own: boolean; path: string }[]
  files_max: number
}

/** Bookings as their owners see them, in one statement. */
export async function readViews(ctx: Ctx, where: Sql, most: number): Promise<OwnBooking[]> {
  const say = (column: Sql, other: Sql) => sql`coalesce(${column}->>${ctx.language}, ${column}->>${ctx.mainLanguage}, ${other})`
  const rows = await ctx.kernel.db.rows<Row>(sql`select b.id, b.number, b.status, ${say(sql`e.title`, sql`e.url`)} as title, e.url, e.kind,
      ${say(sql`e.location`, sql`''`)} as location, b.zone, ${millis(sql`b.starts_at`)} as starts, ${millis(sql`b.ends_at`)} as ends, b.quantity, b.first_name,
      b.last_name, b.comment, b.price_minor as price, b.order_number, b.reschedules, e.max_reschedules, e.reschedule_until as move_until, e.cancel_until,
      ${stepsSql} as steps, b.most_back::float as most, b.cancel_reason as reason, case when ${openSql} then coalesce((select json_agg(json_build_object('seat_no', s.seat_no,
        'short', s.short, 'present', s.status = 'present') order by s.seat_no) from booking_seat s where s.booking_id = b.id and s.seat_no <= b.quantity), '[]')
        else '[]' end as codes, e.files_max, coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size,
        'own', f.brought_by = 'customer', 'path', f.path) order by f.id) from booking_file f where f.booking_id = b.id and f.file is not null), '[]') as files
    from booking b join event e on e.id = b.event_id where b.asked_at is not null and ${where} order by b.starts_at desc, b.id desc limit ${most}`)
  const now = Date.now()
  return rows.map((b): OwnBooking => {
    const { day, time } = toWallTime(b.starts, b.zone)
    return {
      id: b.id,
      number: b.number,
      status: b.status,
      event: { title: b.title, url: b.url, kind: b.kind, location: b.location },
      date: day,
      time: b.kind === 'day' ? '' : time,
      timezone: b.zone,
      starts_at: new Date(b.starts).toISOString(),
      ends_at: new Date(b.ends).toISOString(),
      quantity: b.quantity,
      name: fullName(b.first_name, b.last_name),
      comment: b.comment,
      price: formatMoney(b.price),
      order_number: b.order_number,
      reason: b.reason,
      may_reschedule: canReschedule({ ...b, until: b.move_until }, now),
      reschedules_left: Math.max(0, b.max_reschedules - b.reschedules),
      may_cancel: canCancel({ ...b, until: b.cancel_until }, now),
      refund_percent: b.order_number === null ? 0 : getRefundPercent({ ...b, cancelUntil: b.cancel_until }, (b.starts - now) / 60_000),
      token: createToken(ctx, b.number),
      codes: b.codes,
      files: b.files.map(({ path, ...file }) => ({ ...file, url: signedPath(ctx.kernel.config, path) })),
      files_left: ['pending', 'approved', 'abnormal', 'present'].includes(b.status)
        ? Math.max(0, b.files_max - b.files.filter(({ own }) => own).length)
        : 0,
    }
  })
}
