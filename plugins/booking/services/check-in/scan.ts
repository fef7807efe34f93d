import { createHash } from 'node:crypto'
import { type Ctx, AppError, KEY_REUSED, sql, type Sql, type Tx, WRONG_STATE } from 'stoa'
import { fingerprintCode } from './code.ts'
import { type CheckInResult, judgeCheckIn, overridable } from '../../domain/check-in/scan-result.ts'
import { correctCode } from '../../domain/check-in/code-alphabet.ts'
import type { CheckInProblem } from '../../resources/checkin.ts'
import { getStaffId } from './device.ts'
import { findByCode, findById, type FoundBooking, lockBooking, lockNamed } from './find.ts'
import type { CheckInSeat } from './seats.ts'
import { bookingCheckin } from '../../resources/checkin.ts'
import { booking } from '../../resources/booking.ts'
import type { CheckInDevice } from '../../check-in-api-types.ts'

/** A scan as a device reports it. */
export interface Scan {
  nonce: string
  /** Scanned or typed code; may be empty with `seat`, if staff selected a guest. */
  code: string
  seat: number | null
  /** Selected seats, for a code of several. */
  seats: readonly number[]
  /** The event and the session of the check-in; null: any. */
  target: { event: number | null; session: number | null } | null
  /** Time in milliseconds. */
  at: number
  offline: boolean
  /** Result that the device showed offline. */
  told: string | null
  override: boolean
  note: string
}

/** Result of a scan. */
export interface ScanResult {
  /** Id of the scan. */
  id: number
  result: CheckInResult
  found: FoundBooking | undefined
  /** Seats that are present now, or were before. */
  seats: readonly number[]
  trouble: CheckInProblem | null
}

const at = (moment: number) => new Date(moment).toISOString()

/** Content that must be equal in two scans with one nonce; the time is not part of it. */
const hashContent = ({ code, seat, seats, override }: Scan): string =>
  createHash('sha256')
    .update(JSON.stringify([correctCode(code), seat, [...seats].sort((a, b) => a - b), override]))
    .digest('base64url')

/** SQL: claims a scan and returns its id. A concurrent copy waits for the first one, claims nothing, and gets the same result. */
const claimSql = (tx: Tx, ctx: Ctx, device: CheckInDevice, s: Scan): Sql => {
  const { nonce, offline, told, note } = s
  const checkin = { device_id: device.id, nonce, at: at(s.at), offline, told, note, account_id: getStaffId(ctx), said: hashContent(s) }
  return sql`${tx.insertSql(bookingCheckin, checkin)}
    on conflict (device_id, nonce) do nothing returning id`
}

/** Claims a scan and finds its target. `claimed` is null for a copy. */
async function claim(
  tx: Tx,
  ctx: Ctx,
  device: CheckInDevice,
  s: Scan,
): Promise<{ claimed: number | null; found: FoundBooking | 'unknown' | 'bad_signature' }> {
  const insert = claimSql(tx, ctx, device, s)
  const named = s.seat === null ? findByCode(ctx, s.code) : findById(s.seat)
  if (named) return lockNamed(tx, ctx, named, { claim: insert, now: s.at })
  return { claimed: (await tx.one<{ id: number }>(insert))?.id ?? null, found: 'bad_signature' }
}

/** @throws AppError KEY_REUSED if the nonce was used with other content: that guest was not checked in by it */
async function answered(tx: Tx, ctx: Ctx, device: CheckInDevice, s: Scan): Promise<ScanResult> {
  const row = await tx.one<{
    id: number
    result: CheckInResult
    seat_id: number | null
    seats: number[]
    booking_id: number | null
    trouble: CheckInProblem | null
    said: string | null
  }>(
    sql`select id, result, seat_id, booking_id, trouble, said, seats
      from booking_checkin where device_id = ${device.id} and nonce = ${s.nonce}`,
  )
  if (!row) throw new AppError(WRONG_STATE)
  if (row.said !== null && row.said !== hashContent(s)) throw new AppError(KEY_REUSED)
  const whole = row.booking_id === null ? undefined : await lockBooking(tx, ctx, row.booking_id)
  const found = whole && { ...whole, seat: row.seat_id }
  return { id: row.id, result: row.result, found, seats: row.seats, trouble: row.trouble }
}

/**
 * Checks a guest in or returns the reason why not; a repeated scan gets the same result. If two offline devices
 * checked in the same seat, the earlier time counts, and both scans are marked as duplicate.
 */
export async function recordScan(tx: Tx, ctx: Ctx, device: CheckInDevice, s: Scan): Promise<ScanResult> {
  const { claimed: id, found } = await claim(tx, ctx, device, s)
  if (id === null) return answered(tx, ctx, device, s)
  const done: Entered = typeof found === 'string' ? { result: found, seats: [], trouble: null } : await enter(tx, device, s, found)
  const whole = typeof found === 'string' ? undefined : found
  const trouble = done.trouble ?? (s.told === 'ok' && done.result !== 'ok' ? 'unexpected' : null)
  const [onlySeat] = done.seats.length === 1 ? done.seats : []
  const seat = onlySeat ?? whole?.seat ?? null
  const entered = sql`entered as (update booking_seat set status = 'present', checked_at = ${at(s.at)}, device_id = ${device.id}
    where id = any(${done.enters ?? []}::bigint[]) and status <> 'present')`
  const record = sql`recorded as (update booking_checkin set result = ${done.result}, trouble = ${trouble}, booking_id = ${whole?.booking.id ?? null},
      event_id = ${whole?.booking.event ?? null}, seat_id = ${seat}, seat_no = ${whole?.seats.find((x) => x.id === seat)?.seat_no ?? null},
      print = ${whole || s.code === '' ? null : fingerprintCode(s.code)}, seats = ${JSON.stringify(done.seats)}::jsonb
    where id = ${id} returning id)`
  const arrives = done.enters && whole && ['approved', 'absent'].includes(whole.booking.status)
  if (arrives)
    await ctx.kernel.resources.transitionLockedIn(
      tx,
      ctx,
      booking,
      whole.booking,
      { action: 'arrive', input: { reason: s.note } },
      (moved) => tx.one(sql`with ${moved}, ${entered}, ${record} select id from moved`),
    )
  else await tx.run(sql`with ${entered}, ${record} select id from recorded`)
  return { id, result: done.result, seats: done.seats, trouble, found: whole }
}

interface Entered {
  result: CheckInResult
  /** Seats checked in by it. */
  enters?: readonly number[]
  seats: readonly number[]
  trouble: CheckInProblem | null
}

async function enter(tx: Tx, device: CheckInDevice, s: Scan, found: FoundBooking): Promise<Entered> {
  const none = (result: CheckInResult): Entered => ({ result, seats: [], trouble: null })
  const { booking, seats } = found
  if (found.against) return none(found.against)
  const verdict = judgeCheckIn({ ...booking, target: s.target, now: s.at })
  // A completed booking does not change, except by an offline scan of a guest who came in time.
  const closed = booking.status === 'completed' && verdict !== 'ok'
  if (verdict !== 'ok' && !(s.override && s.note !== '' && overridable.has(verdict) && !closed)) return none(verdict)
  const chosen = selectSeats(found, s.seats)
  if (chosen === undefined) return none('choose')
  const fresh = chosen.filter(({ status }) => status !== 'present')
  if (fresh.length > 0) return admit(device, s, fresh)
  if (!s.offline) return { ...none('already'), seats: chosen.map((x) => x.id) }
  return overtake(tx, device, s, chosen)

  function selectSeats(all: FoundBooking, requested: readonly number[]): CheckInSeat[] | undefined {
    if (all.seat !== null) return seats.filter(({ id }) => id === all.seat)
    if (requested.length > 0) {
      const named = seats.filter(({ id }) => requested.includes(id))
      return named.length > 0 ? named : undefined
    }
    return seats.length === 1 ? seats : undefined
  }
}

function admit(device: CheckInDevice, s: Scan, fresh: readonly CheckInSeat[]): Entered {
  const ids = fresh.map(({ id }) => id)
  for (const seat of fresh) Object.assign(seat, { status: 'present', at: s.at, device: device.name })
  return { result: 'ok', seats: ids, enters: ids, trouble: null }
}

/** Another device scanned the same code. The earlier scan counts, in whatever order they arrive. */
async function overtake(tx: Tx, device: CheckInDevice, s: Scan, chosen: readonly CheckInSeat[]): Promise<Entered> {
  const ids = chosen.map(({ id }) => id)
  const earlier = chosen.every(({ at: before }) => before === null || s.at < before)
  const twice = s.told === 'ok'
  if (twice)
    await tx.run(sql`update booking_checkin set trouble = 'twice', result = ${earlier ? sql`'already'` : sql`result`}
      where id in (select max(c.id) from booking_checkin c where c.result = 'ok' and c.undone_at is null
        and (c.seat_id = any(${ids}::bigint[]) or c.seats @> any(${ids.map((id) => JSON.stringify([id]))}::jsonb[])))`)
  if (earlier && twice) {
    await tx.run(sql`update booking_seat set checked_at = ${at(s.at)}, device_id = ${device.id} where id = any(${ids}::bigint[])`)
    for (const seat of chosen) Object.assign(seat, { at: s.at, device: device.name })
  }
  return { result: earlier && twice ? 'ok' : 'already', seats: ids, trouble: twice ? 'twice' : null }
}
