import { addDays } from 'stoa/calendar-date'
import { MINUTE_MS, toInstant } from './clock.ts'
import { computeShiftDay, computeFreeDay } from './attendance-day.ts'
import type { AttendanceDay, AttendanceInput } from './rules.ts'
import { findWindows, sortPunches } from './windows.ts'

/**
 * The attendance of an employee on the days of a span, by date and start of the shift. A day that has no shift and needs no attendance
 * has no entry unless somebody punched. Times come from the time zone of the employee alone, never from that of the server.
 */
export function computeAttendance(input: AttendanceInput): AttendanceDay[] {
  const { zone, days, shifts, punches, rules, now } = input
  const windows = findWindows(shifts, zone)
  const { byWindow, byDate } = sortPunches(punches, windows, zone)
  const delay = rules.absent_delay_hours * 60 * MINUTE_MS
  return days.flatMap((day) => {
    const own = windows.filter(({ date }) => date === day.date)
    const stray = byDate.get(day.date) ?? []
    // A day that has not begun where the employee is has no attendance yet, unless somebody punched early.
    const hasPunch = stray.length > 0 || own.some((window) => (byWindow.get(window) ?? []).length > 0)
    if (!hasPunch && (!input.tracksTime || now < toInstant(day.date, 0, zone))) return []
    if (own.length > 0)
      return own.flatMap((window, n) => {
        const dayPunches = byWindow.get(window) ?? []
        // A punch outside all windows is shown at the nearest shift of its date, where somebody can correct it.
        const dayStray = stray.filter((punch) => nearest(own, punch.at) === n)
        if (day.kind === 'holiday' && !window.rules.works_holidays && dayPunches.length + dayStray.length === 0) return []
        const isDue = now >= window.to + delay && input.isEnabled
        return [computeShiftDay(day, window, { punches: dayPunches, stray: dayStray, isOver: now > window.to, isDue, rules })]
      })
    const [start, end] = [toInstant(day.date, 0, zone), toInstant(addDays(day.date, 1), 0, zone)]
    const isDue = now >= end + delay && input.isEnabled
    return computeFreeDay(day, { start, end, punches: stray, isOver: now >= end, isDue, rules })
  })
}

function nearest(windows: readonly { start: number; end: number }[], at: number): number {
  const distances = windows.map(({ start, end }) => Math.min(Math.abs(at - start), Math.abs(at - end)))
  return distances.indexOf(Math.min(...distances))
}
