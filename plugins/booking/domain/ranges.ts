import { dayAfter, parseMinute, toInstant, getWeekday } from './clock.ts'

/** Weekly hours in local time; an end not after the start is on the next day. */
export interface Hours {
  weekdays: readonly number[]
  starts: string
  ends: string
  /** First and last valid day; null without limit. */
  since: string | null
  until: string | null
}

/** Hours of one day that replace the weekly ones, or none. */
export interface Exception {
  day: string
  closed: boolean
  starts: string | null
  ends: string | null
}

export interface Plan {
  hours: readonly Hours[]
  exceptions: readonly Exception[]
}

/** Half-open range of times in milliseconds. */
export interface Range {
  from: number
  to: number
}

const DAY = 1440

/** The minutes of a range; 23:59 means midnight, for inputs without 24:00. */
function minutes(starts: string, ends: string): [number, number] {
  const from = parseMinute(starts)
  const to = ends === '23:59' ? DAY : parseMinute(ends)
  return [from, to > from ? to : to + DAY]
}

const isClosed = ({ exceptions }: Plan, day: string): boolean => exceptions.some((e) => e.day === day && e.closed)

/** The ranges that start on a day, in minutes of local time. A closed day also cuts off the range that continues from the day before. */
export function listOpenMinutes(plan: Plan, day: string): [number, number][] {
  if (isClosed(plan, day)) return []
  const dayExceptions = plan.exceptions.filter((e) => e.day === day)
  const weekday = dayExceptions.length > 0 ? 0 : getWeekday(day)
  const ranges =
    dayExceptions.length > 0
      ? dayExceptions.flatMap(({ starts, ends }) => (starts !== null && ends !== null ? [minutes(starts, ends)] : []))
      : plan.hours
          .filter((h) => h.weekdays.includes(weekday) && (h.since === null || h.since <= day) && (h.until === null || h.until >= day))
          .map(({ starts, ends }) => minutes(starts, ends))
  const most = ranges.some(([, to]) => to > DAY) && isClosed(plan, dayAfter(day)) ? DAY : 2 * DAY
  return ranges
    .map(([from, to]): [number, number] => [from, Math.min(to, most)])
    .filter(([from, to]) => from < to)
    .sort(([a, b], [c, d]) => a - c || b - d)
}

/**
 * The ranges of days as times, each boundary in the zone's offset at that time. Days with the same weekday rules
 * share one computation.
 */
export function rangesByDay(plan: Plan, zone: string): (day: string) => Range[] {
  const special = new Set(plan.exceptions.map(({ day }) => day))
  const dated = plan.hours.some(({ since, until }) => since !== null || until !== null)
  const weekly = new Map<number, [number, number][]>()
  const minutesOn = (day: string): [number, number][] => {
    if (dated || (special.size > 0 && (special.has(day) || special.has(dayAfter(day))))) return listOpenMinutes(plan, day)
    const weekday = getWeekday(day)
    let minutes = weekly.get(weekday)
    if (!minutes) weekly.set(weekday, (minutes = listOpenMinutes(plan, day)))
    return minutes
  }
  return (day) => {
    const ranges: Range[] = []
    for (const [first, last] of minutesOn(day)) {
      const from = toInstant(day, first, zone)
      const to = toInstant(day, last, zone)
      if (from < to) ranges.push({ from, to })
    }
    return ranges
  }
}

/** All days from the first to the last, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
  return days
}

/** Sorts ranges and merges those that touch or overlap. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else all.push({ ...range })
  }
  return all
}
