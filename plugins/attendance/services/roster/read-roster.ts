import { type Ctx, listDates, sql } from 'stoa'
import { readAbsenceKinds } from 'stoa/plugins/hr'
import type { RosterRow, RosterWeek } from '../../api-types.ts'
import { toLocalDate } from '../../domain/clock.ts'
import type { ShiftRules } from '../../domain/rules.ts'
import { getEndMinute } from '../../domain/shift-overlap.ts'
import { getShopZone } from '../shop-zone.ts'
import { createShiftMinutes } from '../work-schedule.ts'
import { hasDay } from './day-set.ts'
import { endOfWeek, type WeekFilter } from './roster-employees.ts'
import { PAGE_SIZE, type PageEmployee, readRosterPage } from './roster-page.ts'
import { readRosterTotals, type ShiftCount } from './roster-totals.ts'

type StoredShift = ShiftRules & { name: string; colour: string; enabled: boolean }

/** Minutes since midnight as a time of day, such as `09:30`. */
export const toClock = (minute: number): string => {
  const rest = minute % 1_440
  return `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`
}

interface RowContext {
  dates: readonly string[]
  shifts: ReadonlyMap<number, StoredShift>
  /** Kinds of absences by `ref`. */
  kinds: ReadonlyMap<string, string>
  /** Minutes of a shift, by its id. */
  getMinutes: (shiftId: number, date: string, zone: string) => number
}

/** An employee with the cells of the week. A day that is a holiday or a whole absence plans no minutes. */
function toRow(employee: PageEmployee, { dates, shifts, kinds, getMinutes }: RowContext): RosterRow {
  const { id, name, staff_no, zone, join_date, last_day, assignments, holidays, absences } = employee
  let minutes = 0
  const cells = dates.map((date, day) => {
    const assigned = assignments.filter(({ days }) => hasDay(days, day))
    const holiday = holidays.find((one) => one.date === date)
    const away = absences.filter((absence) => absence.date === date)
    const isFree = away.reduce((sum, { fraction }) => sum + fraction, 0) >= 1
    for (const { shift_id } of isFree ? [] : assigned)
      if (holiday?.half_day !== 'none' || shifts.get(shift_id)?.works_holidays) minutes += getMinutes(shift_id, date, zone)
    return {
      date,
      is_employed: date >= join_date && (last_day === null || date <= last_day),
      shifts: assigned.map(({ shift_id, is_published, is_single }) => ({ shift_id, is_published, is_single })),
      holiday: holiday?.title ?? null,
      away: away.length === 0 ? null : { is_whole_day: isFree, kind: away.flatMap(({ ref }) => kinds.get(ref) ?? [])[0] ?? null },
    }
  })
  return { id, name, staff_no, minutes, cells }
}

/** Employees of each shift by day. */
function sumCoverage(counts: readonly ShiftCount[], dates: readonly string[]): Map<number, number[]> {
  const coverage = new Map<number, number[]>()
  for (const { days, shift_id, employees } of counts) {
    const before = coverage.get(shift_id)
    coverage.set(
      shift_id,
      dates.map((_, day) => (before?.[day] ?? 0) + (hasDay(days, day) ? employees : 0)),
    )
  }
  return coverage
}

/**
 * A page of the roster of a week, with the totals and the coverage of all employees of the filter. Three statements, which do not wait for
 * each other, and one more for the kinds of absences; only the page has rows.
 */
export async function readRoster(ctx: Ctx, { page, ...filter }: WeekFilter & { page: number }): Promise<RosterWeek> {
  const [totals, employees, stored] = await Promise.all([
    readRosterTotals(ctx, filter),
    readRosterPage(ctx, filter, page),
    ctx.kernel.db.rows<StoredShift>(sql`select s.* from hr_shift s order by s.start_min, s.id`),
  ])
  const kinds = await readAbsenceKinds(
    ctx,
    employees.flatMap(({ absences }) => absences),
  )
  const dates = listDates(filter.from, endOfWeek(filter.from))
  const shifts = new Map(stored.map((shift) => [shift.id, shift]))
  const getShiftMinutes = createShiftMinutes()
  const getMinutes: RowContext['getMinutes'] = (shiftId, date, zone) => {
    const rules = shifts.get(shiftId)
    return rules ? getShiftMinutes({ date, rules }, zone) : 0
  }
  const coverage = sumCoverage(totals.shifts, dates)
  return {
    from: filter.from,
    today: toLocalDate(Date.now(), getShopZone(ctx)),
    page,
    page_size: PAGE_SIZE,
    total: totals.total,
    drafts: totals.drafts,
    shifts: stored
      .filter(({ id, enabled }) => enabled || coverage.has(id))
      .map(({ id, name, colour, enabled, start_min, end_min }) => ({
        id,
        name,
        colour,
        enabled,
        start: toClock(start_min),
        end: toClock(getEndMinute({ start_min, end_min })),
        counts: coverage.get(id) ?? dates.map(() => 0),
      })),
    days: dates.map((date, day) => ({
      date,
      minutes: totals.shifts
        .filter(({ days }) => hasDay(days, day))
        .reduce((sum, { shift_id, zone, employees: count }) => sum + count * getMinutes(shift_id, date, zone), 0),
      people: totals.people.filter(({ days }) => hasDay(days, day)).reduce((sum, { employees: count }) => sum + count, 0),
    })),
    rows: employees.map((employee) => toRow(employee, { dates, shifts, kinds, getMinutes })),
  }
}
