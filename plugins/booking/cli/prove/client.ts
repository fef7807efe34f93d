import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Beside, post, Refused } from '../../../../cli/kit.ts'

/** What a client was told of a booking. */
export interface Booked {
  number: string
  token: string
}

/** How often a broken connection is tried again before it counts as a failure. */
const TRIES = 60

/** Refusals that are an answer: somebody else has it, or it is not held any more. */
const answers: ReadonlySet<string> = new Set(['BOOKING_FULL', 'BOOKING_NO_TIME', 'BOOKING_TOO_LATE', 'WRONG_STATE'])

/** Somebody with an address of their own, so that limits per visitor judge them one by one. */
export function clientOf(shop: Beside, n: number) {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  /** Asks one node after the other until one answers, as a browser's retry does. Undefined: refused in a word. */
  const ask = async <T>(path: string, body: object, more: Record<string, string> = {}): Promise<T | undefined> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[turn++ % shop.nodes.length]
      try {
        return await post<T>(`${node?.url ?? ''}${path}`, body, { ...headers, ...more })
      } catch (error) {
        if (error instanceof Refused && answers.has(error.code)) return undefined
        const later = !(error instanceof Refused) || error.status === 503
        if (!later || attempt === TRIES) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  return {
    /** Books one place; after a broken connection once more with the same key. */
    book: (event_id: number, date: string, time: string, more: object = {}) =>
      ask<Booked>(
        '/api/event/booking',
        { event_id, date, time, quantity: 1, email: `client${n}@prove.test`, first_name: 'May', last_name: 'Chan', ...more },
        { 'idempotency-key': randomBytes(16).toString('hex') },
      ),
    move: (token: string, date: string, time: string) => ask<object>('/api/booking/guest_reschedule', { token, date, time }),
    cancel: (token: string) => ask<object>('/api/booking/guest_cancel', { token }),
  }
}
