import { addDays, type Ctx, listDates, type Sql, sql, startOfWeek } from 'stoa'
import { type CalendarSource, type SourceEntry, type Span, visibleRowsSql } from 'stoa/plugins/calendar'
import { findOwnEmployee } from 'stoa/plugins/hr'
import { toInstant } from '../domain/clock.ts'
import { getEndMinute, isAssignedOn } from '../domain/shift-overlap.ts'
import { readEmployees } from './employees.ts'
import { getShopZone } from './shop-zone.ts'
import type { AssignmentWithShift } from './roster/read-assignments.ts'

type Row = Omit<AssignmentWithShift, 'start_min' | 'end_min'> & { changed_at: string }

/** What differs between the shifts of everybody and those of oneself. */
interface ShiftQuery {
  condition: Sql
  toTitle: (employee: string, shift: string) => string
  toLink: (date: string) => string
}

/** One entry for each day of the published shifts that meet a condition. */
async function readShifts(ctx: Ctx, { from, to, most }: Span, { condition, toTitle, toLink }: ShiftQuery): Promise<SourceEntry[]> {
  const last = addDays(to, -1)
  const rows = await ctx.kernel.db.rows<Row>(sql`
      select t.id, t.employee_id, t.shift_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.end_date, 'YYYY-MM-DD') as end_date,
        t.weekdays, t.excluded_dates, t.updated_at as changed_at, to_jsonb(s) as rules
      from hr_shift_assignment t join hr_shift s on s.id = t.shift_id
      where t.status = 'published' and t.start_date <= ${last}::date and coalesce(t.end_date, ${from}::date) >= ${from}::date
        and ${condition} order by s.start_min, t.id`)
  const employees = await readEmployees(
    ctx.kernel.db,
    ctx,
    rows.map(({ employee_id }) => employee_id),
  )
  const entries: SourceEntry[] = []
  for (const date of listDates(from, last)) {
    for (const { id, employee_id, rules, changed_at, ...days } of rows) {
      if (!isAssignedOn({ ...rules, ...days }, date)) continue
      const employee = employees.get(employee_id)
      const zone = employee?.zone ?? getShopZone(ctx)
      entries.push({
        id: `${id}-${date}`,
        title: toTitle(employee?.name ?? '', rules.name),
        start: new Date(toInstant(date, rules.start_min, zone)).toISOString(),
        end: new Date(toInstant(date, getEndMinute(rules), zone)).toISOString(),
        all_day: false,
        link: toLink(date),
        changed_at,
      })
    }
    // Days are in order, so further ones could only be cut off.
    if (entries.length >= most) break
  }
  return entries.toSorted((one, other) => one.start.localeCompare(other.start)).slice(0, most)
}

/** Published shifts in the shared calendar: those of the employees that the actor sees, and the actor's own. */
export const shiftsOnCalendar: CalendarSource = {
  title: 'attendance:calendar.shifts',
  hue: 'cyan',
  needs: 'get hr shift assignment',
  read: async (ctx, span) => {
    const own = await findOwnEmployee(ctx)
    return readShifts(ctx, span, {
      condition: sql`(t.employee_id = ${own?.id ?? 0} or ${visibleRowsSql(ctx, 'hr_shift_assignment')})`,
      toTitle: (employee, shift) => `${employee} · ${shift}`,
      toLink: (date) => `shift/roster?week=${startOfWeek(date)}`,
    })
  },
  mine: {
    read: async (ctx, span) => {
      const own = await findOwnEmployee(ctx)
      if (!own) return []
      return readShifts(ctx, span, {
        condition: sql`t.employee_id = ${own.id}`,
        toTitle: (_, shift) => shift,
        toLink: () => 'my-attendance',
      })
    },
  },
}
