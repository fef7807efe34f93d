import type { Ctx } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { type EmployeeInfo, selectVisible, toInfo } from '../employees.ts'

/** Which employees of a week the roster shows. */
export interface RosterFilter {
  from: string
  to: string
  department_id: number | null
  /** Part of a name or staff number. */
  q: string
}

/** Enabled employees that the actor sees and who are employed in a week, by name. Two statements for any number of employees. */
export async function findRosterEmployees(ctx: Ctx, { from, to, department_id, q }: RosterFilter): Promise<EmployeeInfo[]> {
  const rows = await ctx.kernel.query(hrEmployee).where('join_date', '<=', to).where('enabled', true).orderBy('name').orderBy('id')
  const text = q.trim().toLowerCase()
  const found = rows.filter(
    (row) =>
      (row.last_day === null || row.last_day >= from) &&
      (department_id === null || row.department_id === department_id) &&
      (text === '' || row.name.toLowerCase().includes(text) || row.staff_no.toLowerCase().includes(text)),
  )
  const visible = await selectVisible(
    ctx.kernel.db,
    ctx,
    found.map(({ id }) => id),
  )
  return found.filter(({ id }) => visible.has(id)).map((row) => toInfo(ctx, row))
}
