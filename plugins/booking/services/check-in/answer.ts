import { type Ctx, AppError, rateLimit } from 'stoa'
import { initials, overridable, suspicious } from '../../domain/check-in/scan-result.ts'
import type { CheckInAnswer, CheckInTime } from '../../check-in-api-types.ts'
import { listAnswers } from '../questions.ts'
import { findDevice, assertUuid } from './device.ts'
import { readCheckInTime } from './lists.ts'
import { type Scan, recordScan, type ScanResult } from './scan.ts'
import { toSeatView } from './seats.ts'

const iso = (moment: number) => new Date(moment).toISOString()

function toScanAnswer(
  nonce: string,
  { id, result, found, seats, trouble }: ScanResult,
  time: CheckInTime | null,
  answers: CheckInAnswer['answers'] = [],
): CheckInAnswer {
  const [only] = seats.length === 1 ? seats : []
  const foundSeat = found?.seats.find((seat) => seat.id === (only ?? found.seat))
  const b = found?.booking
  return {
    id: result === 'ok' ? id : null,
    nonce,
    result,
    may_override: overridable.has(result) && b?.status !== 'completed',
    trouble,
    booking: b
      ? {
          id: b.id,
          number: b.number,
          name: initials(b.first_name, b.last_name),
          status: b.status,
          title: b.title,
          kind: b.kind,
          zone: b.zone,
          starts_at: iso(b.starts),
          ends_at: iso(b.ends),
          quantity: b.quantity,
        }
      : null,
    answers,
    seat: foundSeat ? toSeatView(foundSeat) : null,
    seats: found ? found.seats.map(toSeatView) : [],
    here: found?.seats.filter(({ status }) => status === 'present').length ?? 0,
    time,
  }
}

/** Check-in numbers of a time; null if it no longer expects guests. */
export async function readTime(ctx: Ctx, session: number | null | undefined): Promise<CheckInTime | null> {
  if (!session) return null
  return readCheckInTime(ctx, ctx.kernel.db, session).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

/** Results that show the answers of the guest to staff. */
const answered: ReadonlySet<string> = new Set(['ok', 'already', 'choose'])

/** Rate limit of scans per device and minute, above any manual speed. */
const MOST_SCANS = { max: 240, seconds: 60, message: 'core:error.too_frequent' }
/** Rate limit of invalid codes per device in ten minutes. */
const MOST_WRONG = { max: 30, seconds: 600, message: 'booking:error.too_many_wrong' }

/** Processes an online scan with the server's time. */
export async function scanOnline(ctx: Ctx, uuid: string, scan: Omit<Scan, 'at' | 'offline' | 'told'>): Promise<CheckInAnswer> {
  assertUuid('nonce', scan.nonce)
  const device = await findDevice(ctx, uuid)
  await rateLimit(ctx.kernel.db, `booking door ${device.id}`, MOST_SCANS)
  const done = await ctx.kernel.transaction((tx) => recordScan(tx, ctx, device, { ...scan, at: Date.now(), offline: false, told: null }))
  if (suspicious.has(done.result)) await rateLimit(ctx.kernel.db, `booking door wrong ${device.id}`, MOST_WRONG)
  const lines = answered.has(done.result) ? await listAnswers(ctx, done.found?.booking.submission) : []
  const time = await readTime(ctx, scan.target?.session ?? done.found?.booking.session)
  return toScanAnswer(
    scan.nonce,
    done,
    time,
    lines.map(({ title, answer }) => ({ title, answer })),
  )
}

/**
 * Processes the offline scans of a device, oldest first, each in its own transaction. A time in the future is set to
 * the server's time.
 */
export async function replayScans(ctx: Ctx, uuid: string, all: readonly Omit<Scan, 'offline'>[]): Promise<CheckInAnswer[]> {
  for (const { nonce } of all) assertUuid('nonce', nonce)
  const device = await findDevice(ctx, uuid)
  await rateLimit(ctx.kernel.db, `booking door replay ${device.id}`, { max: 120, seconds: 60, message: 'core:error.too_frequent' })
  const answers: CheckInAnswer[] = []
  for (const scan of [...all].sort((a, b) => a.at - b.at)) {
    const done = await ctx.kernel.transaction((tx) =>
      recordScan(tx, ctx, device, { ...scan, at: Math.min(scan.at, Date.now()), offline: true }),
    )
    answers.push(toScanAnswer(scan.nonce, done, null))
  }
  return answers
}
