import { Temporal } from 'temporal-polyfill'

/** Local date and time. */
export interface WallTime {
  /** "2026-11-23" */
  day: string
  /** "09:30" */
  time: string
  /** Minutes since midnight in local time, ignoring daylight saving changes. */
  minute: number
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const twoDigits = (n: number) => String(n).padStart(2, '0')

const clockTimes = Array.from({ length: 1_440 }, (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`)

/** "09:30" from minutes since midnight. */
export const clockTime = (minute: number): string => clockTimes[minute] ?? ''

/** Minutes since midnight of "09:30". */
export const parseMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

// Dates are computed in UTC, where every day has 24 hours.
const utc = (day: string): number => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
const getDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** The date a number of days later. */
export const dayAfter = (day: string, days = 1): string => getDay(utc(day) + days * DAY)

/** Monday 1 to Sunday 7. */
export const getWeekday = (day: string): number => new Date(utc(day)).getUTCDay() || 7

let utcDay = { start: 0, text: getDay(0) }

/** A time in ISO 8601, as `Date` formats it. Optimized for consecutive times of one day. */
export function momentText(moment: number): string {
  const rest = moment - utcDay.start
  if (rest < 0 || rest >= DAY) {
    const start = Math.floor(moment / DAY) * DAY
    utcDay = { start, text: getDay(start) }
    return momentText(moment)
  }
  return rest % MINUTE === 0 ? `${utcDay.text}T${clockTime(rest / MINUTE)}:00.000Z` : new Date(moment).toISOString()
}

/** First and last day of a month, "2026-11". */
export const daysOfMonth = (year: number, month: number): { from: string; to: string } => ({
  from: getDay(Date.UTC(year, month - 1, 1)),
  to: getDay(Date.UTC(year, month, 0)),
})

const zoned = (day: string, minute: number, zone: string): number =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

/** A day in a time zone: its start and end, and whether its clock runs without a change in between. */
interface Frame {
  day: string
  zone: string
  start: number
  end: number
  steady: boolean
}

// Only days with a daylight saving change need a lookup per time; on all others minutes are counted from midnight.
const frames = new Map<string, Frame>()
const MOST_FRAMES = 20_000
/** Consecutive calls usually concern the same day. */
let latest: Frame | undefined

function getFrame(day: string, zone: string): Frame {
  if (latest?.day === day && latest.zone === zone) return latest
  const key = `${zone} ${day}`
  const cachedFrame = frames.get(key)
  if (cachedFrame) return (latest = cachedFrame)
  const [start, end] = [zoned(day, 0, zone), zoned(dayAfter(day), 0, zone)]
  const frame = { day, zone, start, end, steady: end - start === DAY }
  if (frames.size >= MOST_FRAMES) frames.clear()
  frames.set(key, frame)
  return (latest = frame)
}

/**
 * The time in milliseconds at which a clock shows a local time; minutes above 1440 belong to later days. A time
 * skipped by daylight saving continues as if it was not; of a repeated time the first one counts.
 */
export function toInstant(day: string, minute: number, zone: string): number {
  const over = Math.floor(minute / 1_440)
  const at = over === 0 ? day : dayAfter(day, over)
  const rest = minute - over * 1_440
  const { start, steady } = getFrame(at, zone)
  return steady ? start + rest * MINUTE : zoned(at, rest, zone)
}

/** The day of a time, unless its clock changes on it. */
function steadyAt(moment: number, zone: string): Frame | undefined {
  const holds = ({ start, end }: Frame) => moment >= start && moment < end
  if (latest?.steady && latest.zone === zone && holds(latest)) return latest
  const here = getDay(moment)
  for (const day of [here, dayAfter(here, 1), dayAfter(here, -1)]) {
    const frame = getFrame(day, zone)
    if (frame.steady && holds(frame)) return frame
  }
  return undefined
}

/** Local time of a zone at a time. */
export function toWallTime(moment: number, zone: string): WallTime {
  const frame = steadyAt(moment, zone)
  if (frame) {
    const minute = Math.floor((moment - frame.start) / MINUTE)
    return { day: frame.day, time: clockTime(minute), minute }
  }
  const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const minute = at.hour * 60 + at.minute
  return { day: at.toPlainDate().toString(), time: clockTime(minute), minute }
}
