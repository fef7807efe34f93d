import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, openBookings, readStatus } from './booking-fixture.ts'
import { createOrderingKit } from './order-fixture.ts'

/** Refunds of canceled bookings, and of the other lines of their orders. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const { hold, order, pay, taken, tokenFor } = createOrderingKit(() => shop)
const readRefunds = async (order: number) =>
  (await db().rows<{ amount: number }>(sql`select amount_minor::int as amount from refund where order_id = ${order} order by id`)).map(
    ({ amount }) => amount,
  )
const cancel = (booking: number, more: object = {}) => shop.owner.post(`/api/admin/booking/${booking}/cancel`, more)
const forget = () => db().run(sql`delete from rate_limit`)
const orderBooking = async (price: string, quantity = 1, more: object = {}) => {
  await forget()
  const event = await createEvent(shop, { price, ...more })
  const made = await order(event.id, quantity)
  await pay(made.id)
  return { ...made, event: event.id }
}

describe('partial refund', () => {
  test.each([
    ['33.33', 3, '12.5', 1_250],
    ['0.01', 1, '50', 1],
    ['0.01', 1, '49.99', 0],
    ['19.99', 1, '0.01', 0],
    ['99.99', 5, '33.33', 16_663],
    ['10.00', 2, '100', 2_000],
  ])('of %s times %i at %s percent is %i cents, halves rounded up', async (price, quantity, percent, amount) => {
    const made = await orderBooking(price, quantity)
    fine(await cancel(made.booking, { percent }))
    expect([await readRefunds(made.id), await readStatus(shop, made.number), await taken(made.event)]).toEqual([
      amount > 0 ? [amount] : [],
      'canceled',
      [0],
    ])
  })

  test('is at most the full amount and at least zero, and full when staff do not choose', async () => {
    const made = await orderBooking('10.00')
    for (const percent of ['100.01', '-0.01', 'all'])
      expect(Object.keys((await cancel(made.booking, { percent })).body.messages)).toEqual(['percent'])
    expect(await readStatus(shop, made.number)).toBe('approved')
    fine(await cancel(made.booking))
    expect(await readRefunds(made.id)).toEqual([1_000])
  })

  test('follows the highest refund step that still applies, to the minute', async () => {
    const refund_steps = [
      { before: 120, percent: '20' },
      { before: 1_440, percent: '80' },
    ]
    const made = await orderBooking('10.00', 1, { cancel_until: 0, refund_steps })
    const share = async (away: string) => {
      await db().run(sql`update booking set starts_at = now() + ${away}::interval where id = ${made.booking}`)
      return fine(await shop.it.guest.post('/api/booking', { token: tokenFor(made.number) })).body.refund_percent
    }
    expect(await share('24 hours 2 seconds')).toBe(80)
    expect(await share('23 hours 59 minutes 59 seconds')).toBe(20)
    expect(await share('2 hours 2 seconds')).toBe(20)
    expect(await share('1 hour 59 minutes 59 seconds')).toBe(0)
    fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(made.number) }))
    expect(await readRefunds(made.id)).toEqual([])
  })

  test('does not apply when staff reject a booking: the full amount is refunded whatever the steps say', async () => {
    const made = await orderBooking('10.00', 2, { needs_approval: true, refund_steps: [{ before: 60 * 24 * 30, percent: '10' }] })
    expect(await readStatus(shop, made.number)).toBe('pending')
    fine(await shop.owner.post(`/api/admin/booking/${made.booking}/reject`, { reason: 'Full' }))
    expect([await readRefunds(made.id), await taken(made.event)]).toEqual([[2_000], [0]])
  })
})

describe('an order of two bookings', () => {
  const both = async (prices: [string, string], paid: boolean) => {
    await forget()
    const [a, b] = [await createEvent(shop, { price: prices[0] }), await createEvent(shop, { price: prices[1] })]
    const made = await order(a.id, 1, [fine(await hold(b.id, 2)).body])
    if (paid) await pay(made.id)
    const rows = await db().rows<{ id: number; number: string; event_id: number; quantity: number }>(
      sql`select id, number, event_id, quantity from booking where order_id = ${made.id} order by event_id`,
    )
    const [first, second] = rows
    if (!first || !second) throw new Error('two are ordered')
    return { ...made, first, second }
  }

  test('refunds the canceled booking only, and the other one stays', async () => {
    const made = await both(['30.00', '12.00'], true)
    fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(made.second.number) }))
    expect(await readRefunds(made.id)).toEqual([2_400])
    expect([await readStatus(shop, made.first.number), await taken(made.first.event_id), await taken(made.second.event_id)]).toEqual([
      'approved',
      [1],
      [0],
    ])
    fine(await cancel(made.first.id, { percent: '50' }))
    expect(await readRefunds(made.id)).toEqual([2_400, 1_500])
  })

  test('that is unpaid loses one only through staff, stays open for the other and drops to its price', async () => {
    const made = await both(['30.00', '12.00'], false)
    expect((await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(made.first.number) })).status).toBe(409)
    fine(await cancel(made.first.id))
    const left = await shop.order(made.id)
    expect([left.status, await readStatus(shop, made.first.number), await readStatus(shop, made.second.number)]).toEqual([
      'pending',
      'canceled',
      'pending',
    ])
    expect(await readRefunds(made.id)).toEqual([])
    // Canceling the last booking cancels the order.
    fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(made.second.number) }))
    expect([(await shop.order(made.id)).status, await taken(made.second.event_id)]).toEqual(['canceled', [0]])
  })
})

test('concurrent cancellations by customer and staff refund once and free the places once', async () => {
  const made = await orderBooking('40.00', 2)
  const token = tokenFor(made.number)
  const answers = await Promise.all([
    shop.it.guest.post('/api/booking/guest_cancel', { token }),
    shop.it.guest.post('/api/booking/guest_cancel', { token }),
    cancel(made.booking),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await readRefunds(made.id)).toEqual([8_000])
  expect(await readCounts(shop, made.event)).toEqual([{ taken: 0, booked: 0, capacity: 5 }])
})

test('a refund after the session frees the places once, and the booking becomes refunded', async () => {
  const made = await orderBooking('40.00')
  fine(await shop.owner.post(`/api/admin/booking/${made.booking}/complete`))
  const [line] = (await shop.order(made.id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${made.id}/refund`, {
      lines: [{ order_line_id: line.id, quantity: 1, cancel: 0 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'It rained',
    }),
  )
  await shop.it.jobs()
  expect([await readStatus(shop, made.number), await taken(made.event)]).toEqual(['refunded', [0]])
})

test('canceling an order cancels its bookings, emails the customer, and refunds nothing that was not paid', async () => {
  await forget()
  const event = await createEvent(shop, { price: '40.00', needs_approval: true })
  const made = await order(event.id, 2)
  fine(await shop.owner.post(`/api/admin/order/${made.id}/cancel`, { reason: 'No money came' }))
  await shop.it.jobs()
  expect([await readRefunds(made.id), await taken(event.id)]).toEqual([[], [0]])
  const emails = await db().rows<{ subject: string }>(
    sql`select m.subject from mail m where m.recipient = 'may@shop.test' and m.text_body like ${`%${made.number}%`} order by m.id`,
  )
  expect(emails.at(-1)?.subject).toMatch(/^Booking canceled/)
  // A canceled booking cannot be rescheduled, and a second cancellation has no effect.
  const move = { token: tokenFor(made.number), date: dayIn(4), time: '10:00' }
  expect((await shop.it.guest.post('/api/booking/guest_reschedule', move)).body.code).toBe('WRONG_STATE')
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(made.number) }))
  expect(await taken(event.id)).toEqual([0])
})

test('a rescheduled booking stays paid by its order, and is refunded from it', async () => {
  const made = await orderBooking('25.00')
  fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token: tokenFor(made.number), date: dayIn(5), time: '10:00' }))
  expect((await shop.order(made.id)).total).toBe('25.00')
  // The event price has changed; the refund is the amount paid.
  const { version } = fine(await shop.owner.get(`/api/admin/event/${made.event}`)).body
  fine(await shop.owner.put(`/api/admin/event/${made.event}`, { price: '99.00', version }))
  fine(await cancel(made.booking))
  expect(await readRefunds(made.id)).toEqual([2_500])
})
