import { dayAfter, toInstant, toWallTime } from './clock.ts'
import { daysBetween, mergeRanges, type Plan, type Range, rangesByDay } from './ranges.ts'

/** How an event is booked: at any time within its hours, at fixed start times, or by the day. */
export const eventKinds = ['appointment', 'session', 'day'] as const
export type EventKind = (typeof eventKinds)[number]

/** Booking rules of an event. Durations in minutes. */
export interface Bookable extends Plan {
  id: number
  kind: EventKind
  zone: string
  duration: number
  /** Minutes between starts. */
  interval: number
  capacity: number
  notice: number
  /** Booking horizon: days from today. */
  advance: number
  before: number
  after: number
}

/** Schedule with one session at a time: a person, a room, or the event itself. */
export interface ResourceSchedule {
  /** Null if the event needs no resource. */
  resource_id: number | null
  /** Availability; null for always. */
  plan: (Plan & { zone: string }) | null
}

/** A booked time. Times in milliseconds, `busy` includes the buffers. */
export interface Session {
  event_id: number
  resource_id: number | null
  starts: number
  busy: Range
  taken: number
  capacity: number
}

/** A bookable time. */
export interface Slot {
  day: string
  time: string
  starts: number
  ends: number
  /** Most places for one booking. */
  left: number
  /** Resources with free places, the preferred one first. */
  choices: { resource_id: number | null; left: number }[]
}

const MINUTE = 60_000

/** Start times are aligned to the largest of these minutes that divides the interval. */
const GRID = [60, 30, 20, 15, 10, 5]
const getGrid = (interval: number): number => GRID.find((step) => interval % step === 0) ?? 1

/** A possible time of an event; `open` is the range its resource must be available for, if different. */
interface Candidate extends Range {
  open?: Range
}

/** Possible times of an event on days, regardless of bookings. */
function candidates(event: Bookable, from: string, to: string): Candidate[] {
  // A time that starts the evening before may last until morning.
  const days = daysBetween(dayAfter(from, -1), to)
  const { duration, zone } = event
  const getRanges = rangesByDay(event, zone)
  if (event.kind === 'day')
    return days.flatMap((day) => {
      const all = getRanges(day)
      const open = { from: Math.min(...all.map((r) => r.from)), to: Math.max(...all.map((r) => r.to)) }
      // Day events cover the whole day, whatever its hours.
      return all.length > 0 ? [{ from: toInstant(day, 0, zone), to: toInstant(dayAfter(day), 0, zone), open }] : []
    })
  if (event.kind === 'session') {
    const ranges = days.flatMap(getRanges)
    const starts = ranges.map((r) => r.from).sort((a, b) => a - b)
    return starts.filter((start, i) => start !== starts[i - 1]).map((from) => ({ from, to: from + duration * MINUTE }))
  }
  return appointments(event, days, getRanges)
}

/**
 * Starts are counted from the beginning of each day's hours, so that they do not depend on the requested days. Hours
 * that continue on the next day form one range: a late start may end there.
 */
function appointments({ duration, interval, zone }: Bookable, days: readonly string[], getRanges: (day: string) => Range[]): Candidate[] {
  const after = days.at(-1) ?? ''
  const further = daysBetween(dayAfter(after), dayAfter(after, 1 + Math.ceil(duration / 1_440)))
  const dayRanges = [...days, ...further].flatMap((day) => mergeRanges(getRanges(day))).sort((x, y) => x.from - y.from)
  const all = mergeRanges(dayRanges)
  const grid = getGrid(interval)
  return dayRanges.flatMap((range, i) => {
    const found: Candidate[] = []
    const end = Math.min(range.to, dayRanges[i + 1]?.from ?? range.to)
    const { minute } = toWallTime(range.from, zone)
    let start = range.from + ((grid - (minute % grid)) % grid) * MINUTE
    for (; start < end; start += interval * MINUTE) {
      const to = start + duration * MINUTE
      if (all.some((r) => r.from <= start && to <= r.to)) found.push({ from: start, to })
    }
    return found
  })
}

/** Sessions of a schedule, sorted by end. */
interface Busy {
  sessions: readonly Session[]
  longest: number
}

const getBusy = (sessions: readonly Session[]): Busy => ({
  sessions: [...sessions].sort((a, b) => a.busy.to - b.busy.to),
  longest: sessions.reduce((longest, { busy }) => Math.max(longest, busy.to - busy.from), 0),
})

/** Whether a range overlaps any session except one. Sorting allows skipping sessions that end before it or start after it. */
function meets({ sessions, longest }: Busy, range: Range, but: Session | undefined): boolean {
  let at = 0
  for (let high = sessions.length; at < high;) {
    const middle = (at + high) >> 1
    if ((sessions[middle]?.busy.to ?? 0) <= range.from) at = middle + 1
    else high = middle
  }
  for (let session = sessions[at]; session && session.busy.to - longest < range.to; session = sessions[++at])
    if (session !== but && session.busy.from < range.to) return true
  return false
}

/** Availability of a schedule on these days, merged; null for always. */
function opening(schedule: ResourceSchedule, from: string, to: string, duration: number): Range[] | null {
  const { plan } = schedule
  if (!plan) return null
  return mergeRanges(daysBetween(dayAfter(from, -2), dayAfter(to, 2 + Math.ceil(duration / 1_440))).flatMap(rangesByDay(plan, plan.zone)))
}

/**
 * Bookable times on days in the event's time zone, inclusive, as of a given time. A pure function: it uses neither
 * the machine's clock nor its time zone.
 */
export function listTimes(
  event: Bookable,
  schedules: readonly ResourceSchedule[],
  sessions: readonly Session[],
  period: { from: string; to: string; now: number },
): Slot[] {
  const { zone } = event
  const earliest = period.now + event.notice * MINUTE
  const horizon = dayAfter(toWallTime(period.now, zone).day, event.advance)
  const last = period.to < horizon ? period.to : horizon
  if (last < period.from) return []
  const open = schedules.map((schedule) => ({ schedule: schedule, ranges: opening(schedule, period.from, last, event.duration) }))
  const isExclusive = event.kind === 'appointment' || schedules.some(({ resource_id }) => resource_id !== null)

  // Data of each schedule, computed once and not for every time.
  const scheduleData = open.map(({ schedule: { resource_id }, ranges }) => {
    const mine = sessions.filter((s) => s.event_id === event.id)
    const here = sessions.filter((s) => s.resource_id === resource_id && (resource_id !== null || s.event_id === event.id))
    // Sessions booked before the event got a resource, or while it had one, still take their time.
    const before =
      event.kind === 'appointment'
        ? mine.filter((s) => s.resource_id !== resource_id && (s.resource_id === null || resource_id === null))
        : []
    const same = new Map(here.filter((s) => s.event_id === event.id).map((s) => [s.starts, s]))
    return { resource_id, ranges, same, busy: getBusy(isExclusive ? [...here, ...before].filter((s) => s.taken > 0) : []) }
  })

  const choicesFor = (at: Candidate): Slot['choices'] => {
    const hours = at.open ?? at
    const busy = { from: at.from - event.before * MINUTE, to: at.to + event.after * MINUTE }
    const choices: Slot['choices'] = []
    for (const { resource_id, ranges, same, busy: others } of scheduleData) {
      if (ranges && !ranges.some((r) => r.from <= hours.from && hours.to <= r.to)) continue
      const mine = same.get(at.from)
      if (meets(others, busy, mine)) continue
      const left = mine ? mine.capacity - mine.taken : event.capacity
      if (left > 0) choices.push({ resource_id, left })
    }
    return choices
  }

  const slots: Slot[] = []
  for (const at of candidates(event, period.from, last)) {
    if ((at.open ?? at).from < earliest) continue
    const { day, time, minute } = toWallTime(at.from, zone)
    // Of a repeated hour only the first occurrence can be addressed by its local time.
    if (day < period.from || day > last || toInstant(day, minute, zone) !== at.from) continue
    const choices = choicesFor(at)
    const left = choices.reduce((most, choice) => Math.max(most, choice.left), 0)
    if (left > 0) slots.push({ day, time, starts: at.from, ends: at.to, left, choices })
  }
  return slots
}
