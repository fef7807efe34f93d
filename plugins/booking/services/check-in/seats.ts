import { type Ctx, type Sql, sql } from 'stoa'
import { millis } from '../clock.ts'
import type { CheckInSeatView as SeatTold } from '../../check-in-api-types.ts'

export interface CheckInSeat {
  id: number
  seat_no: number
  status: 'pending' | 'present' | 'absent'
  /** Time in milliseconds; null if not checked in. */
  at: number | null
  device: string | null
}

/** SQL: columns of a seat `s`, with the device `d` that checked it in. */
export const seatColumns: Sql = sql`s.id, s.seat_no, s.status, ${millis(sql`s.checked_at`)} as at, d.name as device`

/** SQL: the seats of a booking with device and time of check-in; removed seats are left out. */
const seatsSql = (booking: number): Sql =>
  sql`select ${seatColumns}
    from booking_seat s join booking b on b.id = s.booking_id left join booking_device d on d.id = s.device_id
    where s.booking_id = ${booking} and s.seat_no <= b.quantity order by s.id`

/** A seat in API format. */
export const toSeatView = ({ at, ...seat }: CheckInSeat): SeatTold => ({ ...seat, at: at === null ? null : new Date(at).toISOString() })

/** Check-ins of a booking: seat, time and device; empty if the event has no check-in. */
export async function listSeats({ kernel }: Ctx, booking: number): Promise<SeatTold[]> {
  const seats = await kernel.db.rows<CheckInSeat>(seatsSql(booking))
  if (seats.some(({ status }) => status === 'present')) return seats.map(toSeatView)
  const e = await kernel.db.one<{ attendance: boolean }>(
    sql`select e.attendance from booking b join event e on e.id = b.event_id where b.id = ${booking}`,
  )
  return e?.attendance ? seats.map(toSeatView) : []
}

/** SQL: "2 / 3", the present guests of booking `t`; blank if the event has no check-in. */
export const presentSql: Sql = sql`(select count(*) filter (where s.status = 'present') || ' / ' || t.quantity from booking_seat s
    where s.booking_id = t.id and s.seat_no <= t.quantity
    having count(*) > 0 and (bool_or(s.status = 'present') or (select e.attendance from event e where e.id = t.event_id)))`
