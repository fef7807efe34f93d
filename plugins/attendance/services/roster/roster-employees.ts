import { addDays, type Ctx } from 'stoa'
import { sql } from 'stoa'
import { type EmployeeFilter, employeesSql, type SelectedEmployee } from 'stoa/plugins/hr'

/** Which employees of a week the roster shows. The week begins on `from`. */
export type WeekFilter = Omit<EmployeeFilter, 'to'>

/** The last day of the week that starts on a date. */
export const endOfWeek = (from: string): string => addDays(from, 6)

/** Enabled employees that the actor sees and who are employed in a week, by name. One statement for any number of employees. */
export const findRosterEmployees = (ctx: Ctx, filter: WeekFilter): Promise<SelectedEmployee[]> =>
  ctx.kernel.db.rows<SelectedEmployee>(sql`
    select id, name, staff_no, account_id, zone from (${employeesSql(ctx, { ...filter, to: endOfWeek(filter.from) })}) e order by name, id`)
