import { api, ApiError, inOneTab, isRefusal } from 'stoa/admin'
import type { CheckInAnswer, CheckInReplay } from '../../../check-in-api-types.ts'
import { checkInDb, forgetAll, loadList, markSeats, queueScan, type Sent, waiting } from './db.ts'
import { aloneAnswer, judgeAlone } from './judge-offline-scan.ts'

/** Milliseconds to wait for the network before the device decides offline. */
const TIMEOUT_MS = 4_000
/** Scans per request. */
const AT_ONCE = 50

/** A result, and whether it is local. */
export interface ScanOutcome {
  answer: CheckInAnswer
  alone: boolean
}

/** The network or the server is unavailable: continue offline. */
export const isAway = (error: unknown): boolean => !isRefusal(error)

/** The device was disabled. */
export const isOff = (error: unknown): boolean => error instanceof ApiError && error.code === 'BOOKING_DEVICE_OFF'

/**
 * Processes a scan on the server, or offline with the stored list. If the first request did arrive, the queued scan
 * has the same nonce and counts once.
 * @throws ApiError if the server rejected it
 */
export async function scanAnywhere(device: string, sent: Sent): Promise<ScanOutcome> {
  if (navigator.onLine) {
    try {
      const answer = await api<CheckInAnswer>('booking/scan', {
        method: 'POST',
        body: { device, ...sent },
        signal: AbortSignal.timeout(TIMEOUT_MS),
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
  const list = sent.session_id === null ? undefined : await loadList(sent.session_id)
  const at = new Date().toISOString()
  const judged = await judgeAlone(list, sent)
  // A code of several seats asks for the selection first; then the scan is queued.
  if (judged.result !== 'choose')
    await queueScan({ ...sent, at, told: judged.result }, judged.result === 'ok' ? judged.seats.map(({ id }) => id) : [])
  return { answer: aloneAnswer(list, sent.nonce, judged, at), alone: true }
}

/** Result of sending the queue. */
export interface Sending {
  /** The server was reached. */
  online: boolean
  /** Scans that staff should review. */
  troubles: CheckInAnswer[]
}

/** Sends queued scans, oldest first, in one of all open tabs. */
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
          signal: AbortSignal.timeout(TIMEOUT_MS * 5),
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
