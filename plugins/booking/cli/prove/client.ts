import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, post, Refused } from 'stoa/cli'

/** A booking as the client got it. */
export interface Booked {
  number: string
  token: string
  /** Form for the payment page, if a payment is needed. */
  checkout: { payment: { action: { fields?: Record<string, string> } | null } } | null
}

/** Number of responses by result: `done`, or an error code. */
export type Answers = Record<string, number>

/** Retries of a broken connection before it counts as a failure. */
const TRIES = 80

/** Expected errors: the place is taken, or the hold is over. */
const refusals: ReadonlySet<string> = new Set(['BOOKING_FULL', 'BOOKING_NO_TIME', 'BOOKING_TOO_LATE', 'WRONG_STATE'])
const CONFLICT = 409

/**
 * A client with its own network address, since limits apply per visitor.
 * @param answers counts the responses
 */
export function getClient(shop: ProductUnderTest, n: number, answers: Answers = {}) {
  const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1)
  /** Tries the nodes in turn until one answers, as a browser's retry does. Undefined: rejected. */
  const ask = async <T>(path: string, body: object, more: Record<string, string> = {}): Promise<T | undefined> => {
    for (let attempt = 1; ; attempt++) {
      const node = shop.nodes[turn++ % shop.nodes.length]
      try {
        const response = await post<T>(`${node?.url ?? ''}${path}`, body, { ...headers, ...more })
        count('done')
        return response
      } catch (error) {
        if (error instanceof Refused && error.status === CONFLICT && refusals.has(error.code)) {
          count(error.code)
          return undefined
        }
        const later = !(error instanceof Refused) || error.status === 503
        if (!later || attempt === TRIES) throw error
        await wait(50 + Math.random() * 100)
      }
    }
  }
  return {
    /** Books one place; retries with the same idempotency key after a broken connection. */
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
export type Client = ReturnType<typeof getClient>
