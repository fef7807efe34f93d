import { correctCode } from '../../../domain/check-in/code-alphabet.ts'
import { type CheckInResult, judgeCheckIn } from '../../../domain/check-in/scan-result.ts'
import type { CheckInAnswer, CheckInList } from '../../../check-in-api-types.ts'
import type { Sent } from './db.ts'

type Seat = CheckInList['seats'][number]

/** Local result of an offline scan: as the server would decide, as far as the list allows. */
export interface Alone {
  result: CheckInResult
  seats: Seat[]
  bookingSeats: Seat[]
}

/** Hash of a code as the server computes it; Web Crypto requires a secure context. */
export async function findPrint(code: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(correctCode(code)))
  return [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32)
}

/** Decides a scan by the list of its time, by the hash of its code. */
export async function judgeAlone(list: CheckInList | undefined, sent: Sent, now = Date.now()): Promise<Alone> {
  const none: Alone = { result: 'unknown', seats: [], bookingSeats: [] }
  if (!list) return none
  const print = sent.seat_id === null ? await findPrint(sent.code) : ''
  const foundSeat = list.seats.find(({ id, prints }) => id === sent.seat_id || prints.includes(print))
  const group = foundSeat ? undefined : list.seats.find((seat) => seat.group === print)
  const found = foundSeat ?? group
  if (!found) return none
  const bookingSeats = list.seats.filter(({ booking }) => booking === found.booking)
  const { event, session, starts_at, ends_at } = list.time
  const verdict = judgeCheckIn({
    status: 'approved',
    event,
    session,
    starts: Date.parse(starts_at),
    ends: Date.parse(ends_at),
    opens: list.opens,
    closes: list.closes,
    target: null,
    now,
  })
  if (verdict !== 'ok' && !(sent.override && sent.note !== ''))
    return { result: verdict, seats: foundSeat ? [foundSeat] : [], bookingSeats }
  const selectedIds = new Set(sent.seats.map(({ id }) => id))
  const chosen = foundSeat ? [foundSeat] : bookingSeats.length === 1 ? bookingSeats : bookingSeats.filter(({ id }) => selectedIds.has(id))
  if (chosen.length === 0) return { result: 'choose', seats: [], bookingSeats }
  return { result: chosen.every(({ status }) => status === 'present') ? 'already' : 'ok', seats: chosen, bookingSeats }
}

/** The local result in the server's format. */
export function aloneAnswer(
  list: CheckInList | undefined,
  nonce: string,
  { result, seats, bookingSeats }: Alone,
  at: string,
): CheckInAnswer {
  const [first] = bookingSeats
  const now = new Set(result === 'ok' ? seats.map(({ id }) => id) : [])
  const resultSeats = bookingSeats.map(({ id, seat_no, status, at: before }) => ({
    id,
    seat_no,
    status: now.has(id) ? ('present' as const) : status,
    at: now.has(id) && status !== 'present' ? at : before,
    device: null,
  }))
  const time = list?.time
  return {
    id: null,
    nonce,
    result,
    may_override: result === 'too_early' || result === 'too_late',
    trouble: null,
    booking:
      first && time
        ? {
            id: first.booking,
            number: first.number,
            name: first.name,
            status: 'approved',
            title: time.title,
            kind: time.kind,
            zone: time.zone,
            starts_at: time.starts_at,
            ends_at: time.ends_at,
            quantity: first.of,
          }
        : null,
    answers: [],
    seat: seats.length === 1 ? (resultSeats.find(({ id }) => id === seats[0]?.id) ?? null) : null,
    seats: resultSeats,
    here: resultSeats.filter(({ status }) => status === 'present').length,
    time: null,
  }
}
