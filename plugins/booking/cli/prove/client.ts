import { createRequestKey, makeVisitor, post, type ProductUnderTest, Refused, untilAnswered } from 'stoa/cli'

/** A booking as the client got it. */
export interface Booked {
  number: string
  token: string
  /** Form for the payment page, if a payment is needed. */
  checkout: { payment: { action: { fields?: Record<string, string> } | null } } | null
}

/** Number of responses by result: `done`, or an error code. */
export type Answers = Record<string, number>

/** Expected errors: the place is taken, or the hold is over. */
const refusals: ReadonlySet<string> = new Set(['BOOKING_FULL', 'BOOKING_NO_TIME', 'BOOKING_TOO_LATE', 'WRONG_STATE'])
const CONFLICT = 409

/**
 * A client with its own network address, since limits apply per visitor.
 * @param answers counts the responses
 */
export function getClient(shop: ProductUnderTest, n: number, answers: Answers = {}) {
  const send = makeVisitor(shop, n)
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1)
  /** Undefined: rejected. */
  const ask = async <T>(path: string, body: object, headers?: Record<string, string>): Promise<T | undefined> => {
    try {
      const response = await send<T>(post, path, body, headers)
      count('done')
      return response
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== CONFLICT || !refusals.has(error.code)) throw error
      count(error.code)
      return undefined
    }
  }
  return {
    /** Books one place; retries with the same idempotency key after a broken connection. */
    book: (event_id: number, date: string, time: string, more: object = {}) =>
      ask<Booked>(
        '/api/event/booking',
        { event_id, date, time, quantity: 1, email: `client${n}@prove.test`, first_name: 'May', last_name: 'Chan', ...more },
        createRequestKey(),
      ),
    move: (token: string, date: string, time: string) => ask<object>('/api/booking/guest_reschedule', { token, date, time }),
    cancel: (token: string) => ask<object>('/api/booking/guest_cancel', { token }),
  }
}
export type Client = ReturnType<typeof getClient>

/** A staff action, retried after a broken connection; undefined if it was rejected. */
export const byStaff = async (shop: ProductUnderTest, path: string, body: Record<string, unknown>) =>
  untilAnswered(() => shop.make(path, body)).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    return undefined
  })
