import type { BookingStatus } from '../statuses.ts'

/** Results of a scan. */
export const checkInResults = [
  'ok',
  'already',
  /** A code of several seats: staff select those present. */
  'choose',
  'wrong_event',
  'wrong_session',
  'too_early',
  'too_late',
  'canceled',
  'refunded',
  'unpaid',
  'abnormal',
  /** It was valid until the booking was rescheduled. */
  'replaced',
  'bad_signature',
  'unknown',
  'expired_code',
] as const
export type CheckInResult = (typeof checkInResults)[number]

/** Results that staff may override with a note. */
export const overridable: ReadonlySet<CheckInResult> = new Set(['wrong_session', 'too_early', 'too_late'])

/** Results that never occur with genuine codes: repeated attempts are rate limited. */
export const suspicious: ReadonlySet<CheckInResult> = new Set(['bad_signature', 'unknown', 'expired_code'])

/** A check-in attempt. Times in milliseconds. */
export interface CheckInAttempt {
  status: BookingStatus
  event: number
  session: number
  starts: number
  ends: number
  /** Check-in window: minutes before the start, and minutes after the end. */
  opens: number
  closes: number
  /** The event and the session of the check-in; null: any. */
  target: { event: number | null; session: number | null } | null
  now: number
}

const MINUTE = 60_000

/** Result for a booking status without check-in: canceled, not approved, or unpaid. */
const RESULT_BY_STATUS: Partial<Record<BookingStatus, CheckInResult>> = {
  draft: 'unknown',
  pending: 'unpaid',
  canceled: 'canceled',
  rejected: 'canceled',
  refunded: 'refunded',
  abnormal: 'abnormal',
}

/** Whether a booking may be checked in now; ok does not consider its seats yet. */
export function judgeCheckIn(b: CheckInAttempt): CheckInResult {
  const against = RESULT_BY_STATUS[b.status]
  if (against) return against
  const { event, session } = b.target ?? { event: null, session: null }
  if (event !== null && event !== b.event) return 'wrong_event'
  if (session !== null && session !== b.session) return 'wrong_session'
  if (b.now < b.starts - b.opens * MINUTE) return 'too_early'
  return b.now > b.ends + b.closes * MINUTE ? 'too_late' : 'ok'
}

/** Initials for display where others can see the screen: "May Chan" is "M. C." */
export const initials = (first: string, last: string): string =>
  [first, last]
    .map((name) => [...name.trim()][0])
    .filter(Boolean)
    .map((initial) => `${initial?.toUpperCase()}.`)
    .join(' ')
