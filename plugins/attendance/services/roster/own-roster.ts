import { addDays, type Ctx, listDates, pickTranslation, startOfWeek } from 'stoa'
import { hrHoliday, readAbsences, readWorkDays, requireOwnEmployee } from 'stoa/plugins/hr'
import type { OwnRoster } from '../../api-types.ts'
import { toLocalDate } from '../../domain/clock.ts'
import { getEndMinute } from '../../domain/shift-overlap.ts'
import { getEmployeeZone } from '../own-attendance.ts'
import { createShiftMinutes, listShifts, readPublishedAssignments } from '../work-schedule.ts'
import { toClock } from './read-roster.ts'

/** Weeks that an employee sees: this one and the next. */
const WEEKS = 2

/** The published shifts of the actor in this week and the next, with holidays and approved absences. */
export async function readOwnRoster(ctx: Ctx): Promise<OwnRoster> {
  const { db, query } = ctx.kernel
  const employee = await requireOwnEmployee(ctx)
  const zone = await getEmployeeZone(ctx, employee)
  const today = toLocalDate(Date.now(), zone)
  const from = startOfWeek(today)
  const span = { employees: [employee.id], from, to: addDays(from, 7 * WEEKS - 1) }
  const [assignments, days, absences] = await Promise.all([
    readPublishedAssignments(db, ctx, span),
    readWorkDays(db, ctx, span),
    readAbsences(db, ctx, span),
  ])
  const holidays = await query(hrHoliday).whereIn(
    'id',
    days.flatMap(({ holiday }) => holiday?.id ?? []),
  )
  const getMinutes = createShiftMinutes()
  const toDay = (date: string): OwnRoster['weeks'][number]['days'][number] => {
    const holidayId = days.find((day) => day.date === date)?.holiday?.id
    const holiday = holidays.find(({ id }) => id === holidayId)
    const shifts = assignments.flatMap((assignment) =>
      listShifts(assignment, date, date).map((shift) => ({ shift, name: assignment.shift })),
    )
    return {
      date,
      shifts: shifts
        .toSorted((one, other) => one.shift.rules.start_min - other.shift.rules.start_min)
        .map(({ shift, name }) => ({
          name,
          start: toClock(shift.rules.start_min),
          end: toClock(getEndMinute(shift.rules)),
          minutes: getMinutes(shift, zone),
        })),
      holiday: holiday ? pickTranslation(holiday.title, ctx.interfaceLanguage ?? ctx.language, ctx.mainLanguage) : null,
      is_away: absences.some((absence) => absence.date === date),
    }
  }
  const weeks = Array.from({ length: WEEKS }, (_, n) => {
    const start = addDays(from, 7 * n)
    return { from: start, days: listDates(start, addDays(start, 6)).map(toDay) }
  })
  return { today, weeks }
}
