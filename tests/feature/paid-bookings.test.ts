import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { fine } from '../support/selling-shop.ts'
import {
  type Purchase,
  comeBack,
  pay,
  payShop,
  type PayShop,
  readState,
  type Way,
  ways,
} from '../../plugins/payments/tests/payment-shop.ts'
import { dayIn, everyDay } from '../../plugins/booking/tests/booking-fixture.ts'

/** Paid bookings with each payment method, over HTTP against fake gateways. */
let shop: PayShop
beforeAll(async () => {
  shop = await payShop(['booking', 'returns'])
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'order', { unpaid_per_buyer: 0 }, 'en-US')
})
afterAll(() => shop.close())

const db = () => shop.it.kernel.db
let n = 0

async function createEvent(more: object = {}): Promise<number> {
  const url = `paid-${++n}`
  const eventData = { title: url, url, kind: 'session', capacity: 3, max_quantity: 3, price: '60.00', hours: everyDay('10:00', '11:00') }
  return fine(await shop.owner.post('/api/admin/event', { ...eventData, ...more })).body.id
}

/** Books places with a payment method. */
async function requestBooking(event: number, way: string, quantity = 2): Promise<Purchase & { token: string; booking: string }> {
  await db().run(sql`delete from rate_limit`)
  const payer = { email: `payer${++n}@shop.test`, first_name: 'May', last_name: 'Chan' }
  const answer = await shop.it.guest.post(
    '/api/event/booking',
    { event_id: event, date: dayIn(3), time: '10:00', quantity, payment_method: way, ...payer },
    { 'idempotency-key': `booking-${n}-${Date.now()}` },
  )
  const { number: booking, token, checkout } = fine(answer).body
  const row = await db().one<{ reference: string }>(sql`select p.reference from payment p
    join sales_order o on o.id = p.document_id and p.document_type = 'order' where o.order_number = ${checkout.order_number} order by p.id desc limit 1`)
  return { status: answer.status, body: checkout, number: checkout.order_number, reference: row?.reference ?? '', booking, token }
}

const viewBooking = async (token: string) => fine(await shop.it.guest.post('/api/booking', { token })).body
const getTakenPlaces = async (event: number) =>
  (await db().rows<{ taken: number }>(sql`select taken from booking_session where event_id = ${event} order by starts_at`)).map(
    (s) => s.taken,
  )
const HALF = [
  { before: 7 * 24 * 60, percent: '100' },
  { before: 24 * 60, percent: '50' },
]

async function through(event: number, way: Way): Promise<Awaited<ReturnType<typeof requestBooking>>> {
  const booking = await requestBooking(event, way)
  const back = await pay(shop, way, booking)
  if (back) await comeBack(back)
  await shop.gateways[way].state.fire(booking.reference)
  await shop.it.jobs()
  return booking
}

describe.each(ways)('%s', (way) => {
  test('seats are paid, moved and canceled with the refund the event allows', async () => {
    const event = await createEvent({ refund_steps: HALF, cancel_until: 60 })
    const booking = await through(event, way)
    expect(await viewBooking(booking.token)).toMatchObject({ status: 'approved', order_number: booking.number, price: '60.00' })
    expect(await readState(shop, booking.number)).toMatchObject({ paid: 12_000, inbox: [] })
    const moved = fine(
      await shop.it.guest.post('/api/booking/guest_reschedule', { token: booking.token, date: dayIn(4), time: '10:00' }),
    ).body
    expect(moved).toMatchObject({ status: 'approved', date: dayIn(4), price: '60.00', refund_percent: 50 })
    expect(await getTakenPlaces(event)).toEqual([0, 2])
    fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: booking.token, reason: 'Ill' }))
    await shop.it.jobs()
    await shop.gateways[way].state.fire(booking.reference)
    // Some gateways decide later; the product polls them.
    await db().run(sql`update payment_refund set updated_at = now() - interval '6 minutes' where status = 'process'`)
    await shop.it.clock('payments/reconcile')
    await shop.it.jobs()
    const state = await readState(shop, booking.number)
    expect(state).toMatchObject({ paid: 12_000, refunded: 6_000 })
    expect(state.ledger).toEqual(['capture 12000', 'refund 6000'])
    expect([(await viewBooking(booking.token)).status, await getTakenPlaces(event)]).toEqual(['canceled', [0, 0]])
  })

  test('an expired payment releases the places, and paying late does not regain places taken by others', async () => {
    const event = await createEvent({ capacity: 2, max_quantity: 2 })
    const booking = await requestBooking(event, way)
    expect(await getTakenPlaces(event)).toEqual([2])
    await db().run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where order_number = ${booking.number}`)
    await shop.it.clock('sales/expire')
    await shop.it.jobs()
    expect([(await viewBooking(booking.token)).status, await getTakenPlaces(event)]).toEqual(['canceled', [0]])
    const other = await through(event, way)
    expect((await viewBooking(other.token)).status).toBe('approved')
    expect(await getTakenPlaces(event)).toEqual([2])
    const late = await pay(shop, way, booking).catch(() => null)
    if (late) await comeBack(late).catch(() => '')
    await shop.gateways[way].state.fire(booking.reference)
    await shop.it.jobs()
    // No place is sold twice, and the payment remains recorded.
    expect(await getTakenPlaces(event)).toEqual([2])
    expect((await viewBooking(booking.token)).status).not.toBe('approved')
    expect((await viewBooking(other.token)).status).toBe('approved')
  })
})

test('a transfer is approved by staff, and canceling creates a refund of the share the event allows', async () => {
  const event = await createEvent({ refund_steps: HALF, cancel_until: 60 })
  const booking = await requestBooking(event, 'bank')
  expect((await viewBooking(booking.token)).status).toBe('pending')
  const order = await db().one<{ id: number }>(sql`select id from sales_order where order_number = ${booking.number}`)
  fine(await shop.owner.post(`/api/admin/order/${order?.id ?? 0}/pay`, {}))
  await shop.it.jobs()
  expect((await viewBooking(booking.token)).status).toBe('approved')
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: booking.token }))
  await shop.it.jobs()
  const refund = await db().one(sql`select amount_minor as amount from refund where order_id = ${order?.id ?? 0}`)
  expect(refund).toEqual({ amount: 6_000 })
})
