import { type Ctx, Failed, rateLimit } from 'stoa'
import { initials, overridable, suspicious } from '../../domain/door/judge.ts'
import type { DoorAnswer, DoorTime } from '../../wire-door.ts'
import { answerLines } from '../questions.ts'
import { deviceOf, mustBeUuid } from './device.ts'
import { doorTime } from './lists.ts'
import { type Scan, scan, type Scanned } from './scan.ts'
import { seatTold } from './seats.ts'

const iso = (moment: number) => new Date(moment).toISOString()

function told(
  nonce: string,
  { id, result, found, seats, trouble }: Scanned,
  time: DoorTime | null,
  answers: DoorAnswer['answers'] = [],
): DoorAnswer {
  const [only] = seats.length === 1 ? seats : []
  const one = found?.seats.find((seat) => seat.id === (only ?? found.seat))
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
    seat: one ? seatTold(one) : null,
    seats: found ? found.seats.map(seatTold) : [],
    here: found?.seats.filter(({ status }) => status === 'present').length ?? 0,
    time,
  }
}

/** How many are at a time now; null where nobody is expected any more. */
export async function timeNow(ctx: Ctx, session: number | null | undefined): Promise<DoorTime | null> {
  if (!session) return null
  return doorTime(ctx, ctx.kernel.db, session).catch((error: unknown) => {
    if (error instanceof Failed) return null
    throw error
  })
}

/** Results with which staff at the door see what somebody answered. */
const answered: ReadonlySet<string> = new Set(['ok', 'already', 'choose'])

/** Scans of a device in a minute: faster than any hand. */
const MOST_SCANS = { max: 240, seconds: 60, message: 'core:error.too_frequent' }
/** Codes of a device that are none, in ten minutes. */
const MOST_WRONG = { max: 30, seconds: 600, message: 'booking:error.too_many_wrong' }

/** One scan over the network, judged by the clock of the server. */
export async function scanNow(ctx: Ctx, uuid: string, asked: Omit<Scan, 'at' | 'offline' | 'told'>): Promise<DoorAnswer> {
  mustBeUuid('nonce', asked.nonce)
  const device = await deviceOf(ctx, uuid)
  await rateLimit(ctx.kernel.db, `booking door ${device.id}`, MOST_SCANS)
  const done = await ctx.kernel.work((tx) => scan(tx, ctx, device, { ...asked, at: Date.now(), offline: false, told: null }))
  if (suspicious.has(done.result)) await rateLimit(ctx.kernel.db, `booking door wrong ${device.id}`, MOST_WRONG)
  const lines = answered.has(done.result) ? await answerLines(ctx, done.found?.booking.submission) : []
  const time = await timeNow(ctx, asked.door?.session ?? done.found?.booking.session)
  return told(
    asked.nonce,
    done,
    time,
    lines.map(({ title, answer }) => ({ title, answer })),
  )
}

/** What a device without network did, oldest first, each by itself. A clock that runs ahead is taken for ours. */
export async function replay(ctx: Ctx, uuid: string, all: readonly Omit<Scan, 'offline'>[]): Promise<DoorAnswer[]> {
  for (const { nonce } of all) mustBeUuid('nonce', nonce)
  const device = await deviceOf(ctx, uuid)
  await rateLimit(ctx.kernel.db, `booking door replay ${device.id}`, { max: 120, seconds: 60, message: 'core:error.too_frequent' })
  const answers: DoorAnswer[] = []
  for (const one of [...all].sort((a, b) => a.at - b.at)) {
    const done = await ctx.kernel.work((tx) => scan(tx, ctx, device, { ...one, at: Math.min(one.at, Date.now()), offline: true }))
    answers.push(told(one.nonce, done, null))
  }
  return answers
}
