import { basic, type Ctx, type Sql, sql } from 'stoa'

/** The clock of a moment, as "14:30": by a zone where there is one, else by that of the business. */
export const clockSql = ({ kernel }: Ctx, moment: Sql, zone: Sql = sql`null`): Sql =>
  sql`to_char(${moment} at time zone coalesce(${zone}, ${kernel.settings.of(basic).time_zone}), 'HH24:MI')`

/** A moment in milliseconds, as part of a statement. */
export const millis = (moment: Sql): Sql => sql`(date_part('epoch', ${moment}) * 1000)::bigint`

/** The zone of a time of an event: that of its bookings, which keep theirs, else of the event, else of the business. */
export const zoneSql = ({ kernel }: Ctx, session: Sql): Sql =>
  sql`coalesce((select b.zone from booking b where b.session_id = ${session} order by b.id desc limit 1), (select e.time_zone from booking_session z
    join event e on e.id = z.event_id where z.id = ${session}), ${kernel.settings.of(basic).time_zone})`
