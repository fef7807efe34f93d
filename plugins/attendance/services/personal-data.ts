import { sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

const any = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`

/**
 * Working time is part of the employment record, which employers must keep for years, so an erasure keeps the roster.
 */
export const attendancePersonalData: PersonalDataHandler = {
  tables: { hr_shift: 'working hours of the business', hr_shift_assignment: true },
  needs: 'get hr shift assignment',
  async exportData(ctx, { rows }, asking) {
    const { db, registry } = ctx.kernel
    const visible = (resource: string) => (asking === 'themselves' ? sql`true` : scopeSql(ctx, registry.resource(resource)))
    return {
      shifts: await db.rows(sql`
        select s.name as shift, s.start_min, s.end_min, t.start_date, t.end_date, t.weekdays, t.status
        from hr_shift_assignment t join hr_shift s on s.id = t.shift_id
        where t.employee_id = ${any(rows.hr_employee)} and ${visible('hr_shift_assignment')} order by t.id`),
    }
  },
  async eraseData() {
    // The roster stays: see above.
  },
}
