import type { BookingStatus } from '../statuses.ts'

/** What a scan comes to. */
export const checkInResults = [
  'ok',
  'already',
  /** A code of several places: somebody says which of them are here. */
  'choose',
  'wrong_event',
  'wrong_session',
  'too_early',
  'too_late',
  'canceled',
  'refunded',
  'unpaid',
  'abnormal',
  /** It was good until the booking was moved. */
  'replaced',
  'bad_signature',
  'unknown',
  'expired_code',
] as const
export type CheckInResult = (typeof checkInResults)[number]

/** Those that staff may let in all the same, with a note. */
export const overridable: ReadonlySet<CheckInResult> = new Set(['wrong_session', 'too_early', 'too_late'])

/** Those that nobody gets by reading what the shop wrote: whoever tries many is stopped. */
export const suspicious: ReadonlySet<CheckInResult> = new Set(['bad_signature', 'unknown', 'expired_code'])

/** Where somebody stands with a booking. Moments in milliseconds. */
export interface CheckInAttempt {
  status: BookingStatus
  event: number
  session: number
  starts: number
  ends: number
  /** Minutes before the start from which people are let in, and after the end until when. */
  opens: number
  closes: number
  /** The event and the session people are checked in for; null: any. */
  door: { event: number | null; session: number | null } | null
  now: number
}

const MINUTE = 60_000

/** What stands against a booking as a whole: it does not take place, or not yet, or not for whoever did not pay. */
const RESULT_BY_STATUS: Partial<Record<BookingStatus, CheckInResult>> = {
  draft: 'unknown',
  pending: 'unpaid',
  canceled: 'canceled',
  rejected: 'canceled',
  refunded: 'refunded',
  abnormal: 'abnormal',
}

/** Whether a booking may be let in here and now; ok says nothing of its seats yet. */
export function judgeCheckIn(b: CheckInAttempt): CheckInResult {
  const against = RESULT_BY_STATUS[b.status]
  if (against) return against
  const { event, session } = b.door ?? { event: null, session: null }
  if (event !== null && event !== b.event) return 'wrong_event'
  if (session !== null && session !== b.session) return 'wrong_session'
  if (b.now < b.starts - b.opens * MINUTE) return 'too_early'
  return b.now > b.ends + b.closes * MINUTE ? 'too_late' : 'ok'
}

/** A name as it is shown at the door, where others look on: "May Chan" is "M. C." */
export const initials = (first: string, last: string): string =>
  [first, last]
    .map((name) => [...name.trim()][0])
    .filter(Boolean)
    .map((email) => `${email?.toUpperCase()}.`)
    .join(' ')
