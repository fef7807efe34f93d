import { type Ctx, pickTranslation, sql } from 'stoa'
import { type Absence, hrHoliday, readAbsenceKinds, readAbsences, readWorkDays, type WorkDay } from 'stoa/plugins/hr'
import type { RosterCell, RosterRow, RosterWeek } from '../../api-types.ts'
import { addDays, listDates, toLocalDate } from '../../domain/clock.ts'
import { isSingleDay } from '../../domain/roster.ts'
import { getEndMinute, isAssignedOn } from '../../domain/shift-overlap.ts'
import type { EmployeeInfo } from '../employees.ts'
import { groupBy } from '../group-by.ts'
import { getShopZone } from '../shop-zone.ts'
import { createShiftMinutes } from '../work-schedule.ts'
import { type AssignmentWithShift, readRosterAssignments } from './read-assignments.ts'
import { findRosterEmployees, type RosterFilter } from './roster-employees.ts'

/** Employees of one page of the roster. */
export const PAGE_SIZE = 50
/** Employees after which a long computation lets other requests run. */
const PORTION = 100

/** Minutes since midnight as a time of day, such as `09:30`. */
export const toClock = (minute: number): string => {
  const rest = minute % 1_440
  return `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`
}

/** The last day of the week that starts on a date. */
export const endOfWeek = (from: string): string => addDays(from, 6)

type WeekFilter = Omit<RosterFilter, 'to'>

interface WeekData {
  employees: EmployeeInfo[]
  dates: string[]
  assignments: Map<number, AssignmentWithShift[]>
  days: Map<string, WorkDay>
  absences: Map<string, Absence[]>
}

/** Everything about a week, in a fixed number of statements for any number of employees. */
async function readWeek(ctx: Ctx, filter: WeekFilter): Promise<WeekData> {
  const { db } = ctx.kernel
  const [from, to] = [filter.from, endOfWeek(filter.from)]
  const employees = await findRosterEmployees(ctx, { ...filter, to })
  const span = { employees: employees.map(({ id }) => id), from, to }
  const [assignments, days, absences] = await Promise.all([
    readRosterAssignments(db, span),
    readWorkDays(db, ctx, span),
    readAbsences(db, ctx, span),
  ])
  return {
    employees,
    dates: listDates(from, to),
    assignments: groupBy(assignments, ({ employee_id }) => employee_id),
    days: new Map(days.map((day) => [`${day.employee_id}/${day.date}`, day])),
    absences: groupBy(absences, ({ employee_id, date }) => `${employee_id}/${date}`),
  }
}

const isAway = (absences: readonly Absence[]): boolean => absences.reduce((sum, { fraction }) => sum + fraction, 0) >= 1

/** The shifts of an employee on a date. */
export const listShiftIds = (assignments: readonly AssignmentWithShift[], date: string): number[] =>
  assignments.filter((assignment) => isAssignedOn(assignment, date)).map(({ shift_id }) => shift_id)

/** A cell of the roster, and the minutes that it plans. A day that is a holiday or a whole absence plans none. */
function toCell(
  { days, absences }: WeekData,
  {
    employee,
    date,
    assigned,
    kinds,
    titles,
    getMinutes,
  }: {
    employee: EmployeeInfo
    date: string
    assigned: readonly AssignmentWithShift[]
    kinds: ReadonlyMap<string, string>
    titles: ReadonlyMap<number, string>
    getMinutes: ReturnType<typeof createShiftMinutes>
  },
): { cell: RosterCell; worked: AssignmentWithShift[]; minutes: number } {
  const key = `${employee.id}/${date}`
  const day = days.get(key)
  const away = absences.get(key) ?? []
  const isFree = isAway(away)
  const isHoliday = day?.holiday?.half_day === 'none'
  const worked = isFree ? [] : assigned.filter(({ rules }) => !isHoliday || rules.works_holidays)
  return {
    cell: {
      date,
      is_employed: day !== undefined,
      shifts: assigned.map((assignment) => ({
        shift_id: assignment.shift_id,
        is_published: assignment.isPublished,
        is_single: isSingleDay(assignment),
      })),
      holiday: day?.holiday ? (titles.get(day.holiday.id) ?? '') : null,
      away: away.length === 0 ? null : { is_whole_day: isFree, kind: away.flatMap(({ ref }) => kinds.get(ref) ?? [])[0] ?? null },
    },
    worked,
    minutes: worked.reduce((sum, { rules }) => sum + getMinutes({ date, rules }, employee.zone), 0),
  }
}

/** A page of the roster of a week, with the totals and the coverage of all employees of the filter. */
export async function readRoster(ctx: Ctx, { page, ...filter }: WeekFilter & { page: number }): Promise<RosterWeek> {
  const { db, query } = ctx.kernel
  const week = await readWeek(ctx, filter)
  const { dates, employees } = week
  const shown = new Set(employees.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id }) => id))
  const [kinds, holidays, shifts] = await Promise.all([
    readAbsenceKinds(
      ctx,
      [...week.absences.values()].flat().filter(({ employee_id }) => shown.has(employee_id)),
    ),
    query(hrHoliday).whereIn('id', [...new Set([...week.days.values()].flatMap(({ holiday }) => holiday?.id ?? []))]),
    db.rows<{ id: number; name: string; start_min: number; end_min: number; colour: string; enabled: boolean }>(
      sql`select id, name, start_min, end_min, colour, enabled from hr_shift order by start_min, id`,
    ),
  ])
  const titles = new Map(
    holidays.map(({ id, title }) => [id, pickTranslation(title, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage)]),
  )
  const getMinutes = createShiftMinutes()
  const totals = dates.map((date) => ({ date, minutes: 0, people: 0 }))
  const coverage = new Map<number, number[]>()
  const rows: RosterRow[] = []
  let drafts = 0
  for (const [n, employee] of employees.entries()) {
    if (n % PORTION === PORTION - 1) await new Promise(setImmediate)
    const own = week.assignments.get(employee.id) ?? []
    drafts += own.filter((one) => !one.isPublished && dates.some((date) => isAssignedOn(one, date))).length
    const cells = dates.map((date, index) => {
      const assigned = own.filter((assignment) => isAssignedOn(assignment, date))
      const result = toCell(week, { employee, date, assigned, kinds, titles, getMinutes })
      const total = totals[index]
      if (total) {
        total.minutes += result.minutes
        if (result.worked.length > 0) total.people++
      }
      for (const { shift_id } of result.worked) {
        const counts = coverage.get(shift_id) ?? dates.map(() => 0)
        counts[index] = (counts[index] ?? 0) + 1
        coverage.set(shift_id, counts)
      }
      return result
    })
    if (!shown.has(employee.id)) continue
    rows.push({
      id: employee.id,
      name: employee.name,
      staff_no: employee.staff_no,
      minutes: cells.reduce((sum, { minutes }) => sum + minutes, 0),
      cells: cells.map(({ cell }) => cell),
    })
  }
  return {
    from: filter.from,
    today: toLocalDate(Date.now(), getShopZone(ctx)),
    page,
    page_size: PAGE_SIZE,
    total: employees.length,
    drafts,
    shifts: shifts
      .filter(({ id, enabled }) => enabled || coverage.has(id))
      .map(({ start_min, end_min, ...shift }) => ({
        ...shift,
        start: toClock(start_min),
        end: toClock(getEndMinute({ start_min, end_min })),
        counts: coverage.get(shift.id) ?? dates.map(() => 0),
      })),
    days: totals,
    rows,
  }
}
