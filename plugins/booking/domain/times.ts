import { dayAfter, toInstant, toWallTime } from './clock.ts'
import { daysBetween, mergeRanges, type Plan, type Range, rangesByDay } from './ranges.ts'

/** How an event is booked: any time of its hours, at the times its hours begin, or by the day. */
export const eventKinds = ['appointment', 'session', 'day'] as const
export type EventKind = (typeof eventKinds)[number]

/** What is bookable, and by which rules. Lengths in minutes. */
export interface Bookable extends Plan {
  id: number
  kind: EventKind
  zone: string
  duration: number
  /** From one start to the next. */
  interval: number
  capacity: number
  notice: number
  /** So many days from today on. */
  advance: number
  before: number
  after: number
}

/** What can hold one thing at a time: somebody, a room, or the event itself. */
export interface ResourceSchedule {
  /** Null where the event needs nobody and nothing beside itself. */
  resource_id: number | null
  /** When it can be had; null at any time. */
  plan: (Plan & { zone: string }) | null
}

/** A time somebody booked. Moments in milliseconds, `busy` with what is kept free around it. */
export interface Session {
  event_id: number
  resource_id: number | null
  starts: number
  busy: Range
  taken: number
  capacity: number
}

/** A time that can be booked. */
export interface Slot {
  day: string
  time: string
  starts: number
  ends: number
  /** How many one booking can have. */
  left: number
  /** Where there is room, the first choice first. */
  choices: { resource_id: number | null; left: number }[]
}

const MINUTE = 60_000

/** Starts stand where clocks are read easily: on the largest of these that the interval is a multiple of. */
const GRID = [60, 30, 20, 15, 10, 5]
const getGrid = (interval: number): number => GRID.find((step) => interval % step === 0) ?? 1

/** When an event could take place, and the hours whoever it needs has to be there, where they are not the same. */
interface Candidate extends Range {
  open?: Range
}

/** The times an event could take place at on days, whoever has booked what. */
function candidates(event: Bookable, from: string, to: string): Candidate[] {
  // What begins on the evening before may last until morning.
  const days = daysBetween(dayAfter(from, -1), to)
  const { duration, zone } = event
  const rangesOf = rangesByDay(event, zone)
  if (event.kind === 'day')
    return days.flatMap((day) => {
      const all = rangesOf(day)
      const open = { from: Math.min(...all.map((r) => r.from)), to: Math.max(...all.map((r) => r.to)) }
      // Days are booked whole, whatever their hours are by then.
      return all.length > 0 ? [{ from: toInstant(day, 0, zone), to: toInstant(dayAfter(day), 0, zone), open }] : []
    })
  if (event.kind === 'session') {
    const ranges = days.flatMap(rangesOf)
    const starts = ranges.map((r) => r.from).sort((a, b) => a - b)
    return starts.filter((start, i) => start !== starts[i - 1]).map((from) => ({ from, to: from + duration * MINUTE }))
  }
  return appointments(event, days, rangesOf)
}

/**
 * Starts are counted from the beginning of the hours of each day, so that they do not hang on which days are asked about. Hours that touch
 * those of the next day are one with them: what begins late may last into them.
 */
function appointments({ duration, interval, zone }: Bookable, days: readonly string[], rangesOf: (day: string) => Range[]): Candidate[] {
  const after = days.at(-1) ?? ''
  const further = daysBetween(dayAfter(after), dayAfter(after, 1 + Math.ceil(duration / 1_440)))
  const own = [...days, ...further].flatMap((day) => mergeRanges(rangesOf(day))).sort((x, y) => x.from - y.from)
  const all = mergeRanges(own)
  const grid = getGrid(interval)
  return own.flatMap((range, i) => {
    const found: Candidate[] = []
    const end = Math.min(range.to, own[i + 1]?.from ?? range.to)
    const { minute } = toWallTime(range.from, zone)
    let start = range.from + ((grid - (minute % grid)) % grid) * MINUTE
    for (; start < end; start += interval * MINUTE) {
      const to = start + duration * MINUTE
      if (all.some((r) => r.from <= start && to <= r.to)) found.push({ from: start, to })
    }
    return found
  })
}

/** What is booked on a lane, by when it ends. */
interface Busy {
  sessions: readonly Session[]
  longest: number
}

const getBusy = (sessions: readonly Session[]): Busy => ({
  sessions: [...sessions].sort((a, b) => a.busy.to - b.busy.to),
  longest: sessions.reduce((longest, { busy }) => Math.max(longest, busy.to - busy.from), 0),
})

/** Whether a range meets any session but one. What is over before it, and what can only begin after it, is passed over. */
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

/** When each lane can be had on these days, merged; null at any time. */
function opening(schedule: ResourceSchedule, from: string, to: string, duration: number): Range[] | null {
  const { plan } = schedule
  if (!plan) return null
  return mergeRanges(daysBetween(dayAfter(from, -2), dayAfter(to, 2 + Math.ceil(duration / 1_440))).flatMap(rangesByDay(plan, plan.zone)))
}

/**
 * The times that can be booked on days of the event's own clock, both included, by what is known at a moment. Nothing but its arguments
 * decides: not the clock of the machine, nor the zone it stands in.
 */
export function listTimes(
  event: Bookable,
  schedules: readonly ResourceSchedule[],
  sessions: readonly Session[],
  asked: { from: string; to: string; now: number },
): Slot[] {
  const { zone } = event
  const earliest = asked.now + event.notice * MINUTE
  const horizon = dayAfter(toWallTime(asked.now, zone).day, event.advance)
  const last = asked.to < horizon ? asked.to : horizon
  if (last < asked.from) return []
  const open = schedules.map((schedule) => ({ lane: schedule, ranges: opening(schedule, asked.from, last, event.duration) }))
  const own = event.kind === 'appointment' || schedules.some(({ resource_id }) => resource_id !== null)

  // What is known of each lane, looked up once and not for every time of the month.
  const known = open.map(({ lane: { resource_id }, ranges }) => {
    const mine = sessions.filter((s) => s.event_id === event.id)
    const here = sessions.filter((s) => s.resource_id === resource_id && (resource_id !== null || s.event_id === event.id))
    // What was booked before the event had somebody, or while it had, takes its time all the same.
    const before =
      event.kind === 'appointment'
        ? mine.filter((s) => s.resource_id !== resource_id && (s.resource_id === null || resource_id === null))
        : []
    const same = new Map(here.filter((s) => s.event_id === event.id).map((s) => [s.starts, s]))
    return { resource_id, ranges, same, busy: getBusy(own ? [...here, ...before].filter((s) => s.taken > 0) : []) }
  })

  const choicesFor = (at: Candidate): Slot['choices'] => {
    const hours = at.open ?? at
    const busy = { from: at.from - event.before * MINUTE, to: at.to + event.after * MINUTE }
    const choices: Slot['choices'] = []
    for (const { resource_id, ranges, same, busy: others } of known) {
      if (ranges && !ranges.some((r) => r.from <= hours.from && hours.to <= r.to)) continue
      const mine = same.get(at.from)
      if (meets(others, busy, mine)) continue
      const left = mine ? mine.capacity - mine.taken : event.capacity
      if (left > 0) choices.push({ resource_id, left })
    }
    return choices
  }

  const slots: Slot[] = []
  for (const at of candidates(event, asked.from, last)) {
    if ((at.open ?? at).from < earliest) continue
    const { day, time, minute } = toWallTime(at.from, zone)
    // Of an hour that comes twice only the first can be named by its time.
    if (day < asked.from || day > last || toInstant(day, minute, zone) !== at.from) continue
    const choices = choicesFor(at)
    const left = choices.reduce((most, choice) => Math.max(most, choice.left), 0)
    if (left > 0) slots.push({ day, time, starts: at.from, ends: at.to, left, choices })
  }
  return slots
}
