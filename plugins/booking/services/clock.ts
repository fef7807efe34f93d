import { basic, type Ctx, type Sql, sql } from '#core'

/** The clock of a moment, as "14:30": by a zone where there is one, else by that of the business. */
export const clockSql = ({ kernel }: Ctx, moment: Sql, zone: Sql = sql`null`): Sql =>
  sql`to_char(${moment} at time zone coalesce(${zone}, ${kernel.settings.of(basic).time_zone}), 'HH24:MI')`

/** A moment in milliseconds, as part of a statement. */
export const millis = (moment: Sql): Sql => sql`(date_part('epoch', ${moment}) * 1000)::bigint`
