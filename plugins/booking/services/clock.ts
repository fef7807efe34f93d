import { basic, type Ctx, type Sql, sql } from 'stoa'

/** SQL: local time as "14:30", in a time zone or else in that of the business. */
export const clockSql = ({ kernel }: Ctx, moment: Sql, zone: Sql = sql`null`): Sql =>
  sql`to_char(${moment} at time zone coalesce(${zone}, ${kernel.settings.of(basic).time_zone}), 'HH24:MI')`

/** SQL: a time in milliseconds. */
export const millis = (moment: Sql): Sql => sql`(date_part('epoch', ${moment}) * 1000)::bigint`

/** SQL: time zone of a session: of its bookings, or else of the event, or else of the business. */
export const zoneSql = ({ kernel }: Ctx, session: Sql): Sql =>
  sql`coalesce((select b.zone from booking b where b.session_id = ${session} order by b.id desc limit 1), (select e.time_zone from booking_session z
    join event e on e.id = z.event_id where z.id = ${session}), ${kernel.settings.of(basic).time_zone})`
