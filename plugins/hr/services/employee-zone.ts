import { basic, type Ctx, type Sql, sql } from 'stoa'

/** SQL: the time zone of the employee with this id: their own, else that of the shop. */
export const employeeZoneSql = ({ kernel }: Pick<Ctx, 'kernel'>, employeeId: Sql): Sql =>
  sql`(select coalesce(z.time_zone, ${kernel.settings.of(basic).time_zone}) from hr_employee z where z.id = ${employeeId})`
