import { api, ApiError, inOneTab, isRefusal } from 'stoa/admin'
import type { CheckInAnswer, CheckInReplay } from '../../../check-in-api-types.ts'
import { checkInDb, forgetAll, keptList, markSeats, queueScan, type Sent, waiting } from './db.ts'
import { aloneAnswer, judgeAlone } from './judge-alone.ts'

/** So long a queue of people waits for the network before the device judges by itself. */
const PATIENCE_MS = 4_000
/** Scans told at once. */
const AT_ONCE = 50

/** An answer, and whether it is the device's own. */
export interface Said {
  answer: CheckInAnswer
  alone: boolean
}

/** The network or the server is away: the device goes on by itself. */
export const isAway = (error: unknown): boolean => !isRefusal(error)

/** Nothing is told to this device any more. */
export const isOff = (error: unknown): boolean => error instanceof ApiError && error.code === 'BOOKING_DEVICE_OFF'

/**
 * Scans, by the server, or without it by the list this device holds. Whatever of it reached the server, the same scan is told later again and
 * counts once. @throws ApiError for what the server refused
 */
export async function scanAnywhere(device: string, sent: Sent): Promise<Said> {
  if (navigator.onLine) {
    try {
      const answer = await api<CheckInAnswer>('booking/scan', {
        method: 'POST',
        body: { device, ...sent },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (answer.result === 'ok' && sent.session_id !== null)
        await markSeats(
          sent.session_id,
          answer.seats.filter(({ status }) => status === 'present').map(({ id }) => id),
          new Date().toISOString(),
        )
      return { answer, alone: false }
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }
  const list = sent.session_id === null ? undefined : await keptList(sent.session_id)
  const at = new Date().toISOString()
  const judged = await judgeAlone(list, sent)
  // Which of several places they are is asked first; then the answer is sent.
  if (judged.result !== 'choose')
    await queueScan({ ...sent, at, told: judged.result }, judged.result === 'ok' ? judged.seats.map(({ id }) => id) : [])
  return { answer: aloneAnswer(list, sent.nonce, judged, at), alone: true }
}

/** What telling came to. */
export interface Sending {
  /** The server was reached. */
  online: boolean
  /** Scans that want to be looked at. */
  troubles: CheckInAnswer[]
}

/** Tells what waits, oldest first, in one tab of all that are open. */
export async function tellWaiting(device: string): Promise<Sending> {
  const run = async (): Promise<Sending> => {
    const troubles: CheckInAnswer[] = []
    for (;;) {
      const all = (await waiting()).slice(0, AT_ONCE)
      if (all.length === 0) return { online: true, troubles }
      try {
        const { data } = await api<CheckInReplay>('booking/scan/replay', {
          method: 'POST',
          body: { device, scans: all },
          signal: AbortSignal.timeout(PATIENCE_MS * 5),
        })
        const tx = (await checkInDb()).transaction('queue', 'readwrite')
        await Promise.all([...data.map(({ nonce }) => tx.store.delete(nonce)), tx.done])
        troubles.push(...data.filter(({ trouble }) => trouble !== null))
        if (data.length === 0) return { online: true, troubles }
      } catch (error) {
        if (isOff(error)) await forgetAll()
        if (isOff(error)) throw error
        return { online: !isAway(error), troubles }
      }
    }
  }
  return inOneTab('stoa-door-send', run, { online: true, troubles: [] })
}
