import type { Exception, Hours } from '../../domain/ranges.ts'
import type { Bookable, ResourceSchedule, Session } from '../../domain/times.ts'

/** A query and the expected times: "03-08 03:30", with "=08T07:30" also the instant in UTC. */
export interface Case {
  name: string
  event?: Partial<Bookable>
  hours?: Hours[]
  exceptions?: Exception[]
  schedules?: ResourceSchedule[]
  sessions?: Session[]
  from: string
  /** Defaults to `from`. */
  to?: string
  now?: string
  times: string[]
}

const ALL = [1, 2, 3, 4, 5, 6, 7]

export const weekly = (starts: string, ends: string, more: Partial<Hours> = {}): Hours => ({
  weekdays: ALL,
  starts,
  ends,
  since: null,
  until: null,
  ...more,
})
export const closed = (day: string): Exception => ({ day, closed: true, starts: null, ends: null })
export const other = (day: string, starts: string, ends: string): Exception => ({ day, closed: false, starts, ends })

/** A booked session between two instants. */
export const booked = (from: string, to: string, more: Partial<Session> = {}): Session => ({
  event_id: 1,
  resource_id: null,
  starts: Date.parse(from),
  busy: { from: Date.parse(from), to: Date.parse(to) },
  taken: 1,
  capacity: 1,
  ...more,
})
export const createSchedule = (
  resource_id: number,
  hours: Hours[] = [weekly('00:00', '00:00')],
  exceptions: Exception[] = [],
  zone = 'Asia/Hong_Kong',
): ResourceSchedule => ({
  resource_id,
  plan: { hours, exceptions, zone },
})

export const NY = { zone: 'America/New_York' }
export const LONDON = { zone: 'Europe/London' }
export const HOWE = { zone: 'Australia/Lord_Howe' }
export const KOLKATA = { zone: 'Asia/Kolkata' }
export const half = { duration: 30, interval: 30 }
