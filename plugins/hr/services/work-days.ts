import { setImmediate } from 'node:timers/promises'
import { type Ctx, type Db, extensionPoint, sql } from 'stoa'
import { type DayHoliday, resolveWorkDay, type WorkDayResult } from '../domain/work-day.ts'
import { employeeSettings } from '../settings.ts'

/** Days after which a long computation lets other requests run. */
const PORTION = 500

/** Employees and a range of days, both ends included, such as `2026-11-30`. */
export interface EmployeeSpan {
  employees: readonly number[]
  from: string
  to: string
}

/** Minutes that a roster schedules for an employee on a day; 0 for a rest day. */
export interface ScheduledDay {
  employee_id: number
  date: string
  minutes: number
}

/** A source of scheduled days, such as a roster. */
export interface WorkSchedule {
  /** Days without an entry keep the work days of the employee. One statement. */
  read(db: Pick<Db, 'rows'>, ctx: Ctx, span: EmployeeSpan): Promise<readonly ScheduledDay[]>
}

/** Sources of scheduled days. If two name the same day, the first contribution decides. */
export const WORK_SCHEDULES = extensionPoint<WorkSchedule>('hr/work-schedules', {
  description: 'rosters that schedule the work days of employees',
})

/** A day of an employee. */
export interface WorkDay extends WorkDayResult {
  employee_id: number
  date: string
  holiday: DayHoliday | null
}

type Row = Pick<WorkDay, 'employee_id' | 'date' | 'holiday'> & { weekday: number; work_weekdays: number[] }

/**
 * Work days of employees, by employee and date. Days before the join date and after the last day are not among them.
 * @param options.isWhole returns all days of the span, as if everybody were employed on them
 */
export async function readWorkDays(
  db: Pick<Db, 'rows'>,
  ctx: Ctx,
  span: EmployeeSpan,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<WorkDay[]> {
  const { employees, from, to } = span
  const schedules = [...ctx.kernel.contributions(WORK_SCHEDULES).values()]
  const rows = await db.rows<Row>(sql`
    select e.id as employee_id, to_char(d.date, 'YYYY-MM-DD') as date, extract(isodow from d.date)::int as weekday, e.work_weekdays,
      (select jsonb_build_object('id', h.id, 'kind', h.kind, 'half_day', h.half_day, 'paid', h.paid) from hr_holiday h
        where h.calendar_id = e.holiday_calendar_id and h.date = d.date and h.status = 'published') as holiday
    from hr_employee e
    cross join lateral (select day::date as date from generate_series(
      greatest(${from}::date, case when ${isWhole}::boolean then ${from}::date else e.join_date end),
      least(${to}::date, case when ${isWhole}::boolean then ${to}::date else coalesce(e.last_day, ${to}::date) end), interval '1 day') day) d
    where e.id = any(${employees}::bigint[]) order by e.id, d.date`)
  const minutesByDay = new Map<string, number>()
  for (const schedule of schedules)
    for (const { employee_id, date, minutes } of await schedule.read(db, ctx, span)) {
      const key = `${employee_id}/${date}`
      if (!minutesByDay.has(key)) minutesByDay.set(key, minutes)
    }
  const { work_weekdays: defaultWeekdays } = ctx.kernel.settings.of(employeeSettings)
  const days: WorkDay[] = []
  for (const [n, { weekday, work_weekdays: ownWeekdays, ...day }] of rows.entries()) {
    if (n % PORTION === PORTION - 1) await setImmediate()
    const rosterMinutes = minutesByDay.get(`${day.employee_id}/${day.date}`) ?? null
    days.push({ ...day, ...resolveWorkDay({ weekday, ownWeekdays, defaultWeekdays, rosterMinutes, holiday: day.holiday }) })
  }
  return days
}
