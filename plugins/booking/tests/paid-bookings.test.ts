import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { expireHolds } from '../services/expire.ts'
import { readCounts, dayIn, createEvent, openBookings, readStatus, createContact } from './booking-fixture.ts'
import { createOrderingKit } from './order-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const { buyer, hold, order, pay, taken, tokenFor } = createOrderingKit(() => shop)

test('a hold lies in the cart with its time, is ordered, and is approved once it is paid', async () => {
  const event = await createEvent(shop, { price: '120.00' })
  const cartItem = fine(await hold(event.id, 2)).body
  expect(await taken(event.id)).toEqual([2])
  const cart = fine(await shop.it.guest.post('/api/cart/item', cartItem)).body
  expect(cart).toMatchObject({ total: '240.00', items: [{ kind: 'seat', quantity: 2, link: `/event/detail/${event.url}` }] })
  expect(cart.items[0].options[0].value).toBe(`${dayIn(3)} 10:00`)
  fine(await shop.it.guest.post('/api/checkout', { cart_id: cart.cart_id, guest: buyer, payment_method: 'bank' }))
  const row = await db().one<{ number: string; order_id: number; email: string; status: string }>(
    sql`select number, order_id, email, status from booking where event_id = ${event.id}`,
  )
  expect(row).toMatchObject({ email: 'may@shop.test', status: 'pending' })
  await pay(row?.order_id ?? 0)
  expect([await readStatus(shop, row?.number ?? ''), await taken(event.id)]).toEqual(['approved', [2]])
})

test('a booking reports whether its order awaits payment, and can be approved only when it does not', async () => {
  const event = await createEvent(shop, { price: '120.00', needs_approval: true })
  const { id, booking } = await order(event.id)
  const awaitsPayment = async (bookingId = booking) =>
    fine(await shop.owner.get(`/api/admin/booking/${bookingId}/back`)).body.awaits_payment
  expect(await awaitsPayment()).toBe(true)
  expect((await shop.owner.post(`/api/admin/booking/${booking}/approve`, {})).status).toBe(409)
  await pay(id)
  expect(await awaitsPayment()).toBe(false)
  fine(await shop.owner.post(`/api/admin/booking/${booking}/approve`, {}))
})

test('a hold that is not ordered expires, and its cart says so', async () => {
  const event = await createEvent(shop, { price: '50.00', capacity: 1, max_quantity: 1 })
  const cartItem = fine(await hold(event.id)).body
  expect((await hold(event.id)).body.code).toBe('BOOKING_NO_TIME')
  const cart = fine(await shop.it.guest.post('/api/cart/item', cartItem)).body
  await db().run(sql`update booking set hold_expires_at = now() - interval '1 second' where hold_key = ${cartItem.subject_id}`)
  expect(await expireHolds(shop.it.ctx)).toBe(1)
  expect(await expireHolds(shop.it.ctx)).toBe(0)
  expect(await taken(event.id)).toEqual([0])
  const refused = await shop.it.guest.post('/api/checkout', { cart_id: cart.cart_id, guest: buyer, payment_method: 'bank' })
  expect([refused.status, refused.body.code]).toEqual([409, 'CART_CHANGED'])
  fine(await hold(event.id))
})

test('an ordered hold cannot be ordered again, and lowering its quantity in the cart releases the rest', async () => {
  const event = await createEvent(shop, { price: '50.00' })
  const cartItem = fine(await hold(event.id, 3)).body
  const cart = fine(await shop.it.guest.post('/api/cart/item', cartItem)).body
  fine(await shop.it.guest.put('/api/cart/item', { cart_id: cart.cart_id, item_id: cart.items[0].id, quantity: 2 }))
  const more = await shop.it.guest.put('/api/cart/item', { cart_id: cart.cart_id, item_id: cart.items[0].id, quantity: 4 })
  expect(Object.keys(more.body.messages)).toEqual(['quantity'])
  const other = fine(await shop.it.guest.post('/api/cart/item', cartItem)).body
  fine(await shop.it.guest.post('/api/checkout', { cart_id: cart.cart_id, guest: buyer, payment_method: 'bank' }))
  expect(await taken(event.id)).toEqual([2])
  const again = await shop.it.guest.post('/api/checkout', { cart_id: other.cart_id, guest: buyer, payment_method: 'bank' })
  expect([again.status, again.body.code]).toEqual([409, 'CART_CHANGED'])
  expect((await shop.it.guest.post('/api/cart/item', { kind: 'seat', subject_id: 12_345, quantity: 1 })).status).toBe(422)
})

test('canceling an order frees its places, and a late payment takes them again unless they are gone', async () => {
  const event = await createEvent(shop, { price: '80.00', capacity: 1, max_quantity: 1 })
  const purchase = await order(event.id)
  fine(await shop.owner.post(`/api/admin/order/${purchase.id}/cancel`, { reason: 'Not wanted' }))
  expect([await readStatus(shop, purchase.number), await taken(event.id)]).toEqual(['canceled', [0]])
  const second = await order(event.id)
  expect(await taken(event.id)).toEqual([1])
  await pay(second.id)
  expect(await readStatus(shop, second.number)).toBe('approved')
})

test('canceling in time refunds the full amount, or a part of it with refund steps', async () => {
  const whole = await createEvent(shop, { price: '80.00' })
  const first = await order(whole.id, 2)
  await pay(first.id)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(first.number), reason: 'Ill' }))
  await shop.it.jobs()
  const refunds = () =>
    db().rows<{ order_id: number; amount: number }>(sql`select order_id, amount_minor as amount from refund order by id`)
  expect(await refunds()).toEqual([{ order_id: first.id, amount: 16_000 }])
  expect(await taken(whole.id)).toEqual([0])
  const half = await createEvent(shop, {
    price: '80.00',
    cancel_until: 60,
    refund_steps: [
      { before: 60 * 24 * 7, percent: '100' },
      { before: 60 * 24, percent: '50' },
    ],
  })
  const second = await order(half.id)
  await pay(second.id)
  const view = fine(await shop.it.guest.post('/api/booking', { token: tokenFor(second.number) })).body
  expect(view.refund_percent).toBe(50)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(second.number) }))
  expect((await refunds()).at(-1)).toEqual({ order_id: second.id, amount: 4_000 })
})

test('rescheduling a booking to a later time does not raise its refund, however often', async () => {
  const refund_steps = [
    { before: 60 * 24 * 7, percent: '100' },
    { before: 60 * 24, percent: '50' },
  ]
  const event = await createEvent(shop, { price: '80.00', cancel_until: 60, reschedule_until: 60, refund_steps })
  const purchase = await order(event.id)
  await pay(purchase.id)
  const token = tokenFor(purchase.number)
  const move = (days: number) => shop.it.guest.post('/api/booking/guest_reschedule', { token, date: dayIn(days), time: '10:00' })
  expect(fine(await move(20)).body.refund_percent).toBe(50)
  expect(fine(await move(25)).body.refund_percent).toBe(50)
  fine(await shop.owner.post(`/api/admin/booking/${purchase.booking}/reschedule`, { date: dayIn(27), time: '10:00' }))
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token }))
  await shop.it.jobs()
  const back = await db().rows(sql`select amount_minor::int as amount from refund where order_id = ${purchase.id}`)
  expect(back).toEqual([{ amount: 4_000 }])
})

test('a refund by staff without the permission to refund waits for somebody who has it', async () => {
  const event = await createEvent(shop, { price: '80.00', needs_approval: true })
  const desk = await shop.it.staff(['get booking', 'update booking'])
  for (const verb of ['cancel', 'reject']) {
    const purchase = await order(event.id)
    fine(await shop.owner.post(`/api/admin/order/${purchase.id}/pay`, {}))
    await db().run(sql`update booking set status = 'pending' where id = ${purchase.booking}`)
    fine(await desk.post(`/api/admin/booking/${purchase.booking}/${verb}`, { reason: 'Full' }))
    await shop.it.jobs()
    expect(await db().rows(sql`select status, amount_minor::int as amount from refund where order_id = ${purchase.id}`)).toEqual([
      { status: 'pending', amount: 8_000 },
    ])
    expect(await shop.order(purchase.id)).toMatchObject({ refunded: '0.00' })
    // Staff see the pending refund until it is decided.
    const waits = async () => fine(await desk.get(`/api/admin/booking/${purchase.booking}/back`)).body.waits
    expect(await waits()).toBe('80.00')
    const refund = await db().one<{ id: number }>(sql`select id from refund where order_id = ${purchase.id}`)
    fine(await shop.owner.put(`/api/admin/refund/${refund?.id}`, { status: 'approved' }))
    expect(await waits()).toBe('0.00')
  }
})

test('a booking past its cancellation deadline is not refunded after it was rescheduled', async () => {
  const event = await createEvent(shop, { price: '80.00', cancel_until: 60 * 24 * 5, reschedule_until: 60 })
  const purchase = await order(event.id)
  await pay(purchase.id)
  const token = tokenFor(purchase.number)
  expect((await shop.it.guest.post('/api/booking/guest_cancel', { token })).status).toBe(409)
  const moved = fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token, date: dayIn(20), time: '10:00' })).body
  expect(moved).toMatchObject({ may_cancel: true, refund_percent: 0 })
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token }))
  await shop.it.jobs()
  expect(await db().rows(sql`select 1 from refund where order_id = ${purchase.id}`)).toEqual([])
})

test('canceling an unpaid booking cancels its order, unless the order has other items', async () => {
  const event = await createEvent(shop, { price: '80.00' })
  const alone = await order(event.id)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(alone.number) }))
  expect((await shop.order(alone.id)).status).toBe('canceled')
  const other = fine(await hold(event.id)).body
  const both = await order(event.id, 1, [other])
  const refused = await shop.it.guest.post('/api/booking/guest_cancel', { token: tokenFor(both.number) })
  expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE'])
  expect(await readStatus(shop, both.number)).toBe('pending')
})

test('staff take one of three units out of an order, and its booking has two', async () => {
  const event = await createEvent(shop, { price: '10.00' })
  const purchase = await order(event.id, 3)
  await pay(purchase.id)
  const [line] = (await shop.order(purchase.id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${purchase.id}/refund`, {
      lines: [{ order_line_id: line.id, quantity: 1, cancel: 1 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'One came not',
    }),
  )
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 2, booked: 2, capacity: 5 }])
  fine(
    await shop.owner.post(`/api/admin/order/${purchase.id}/refund`, {
      lines: [{ order_line_id: line.id, quantity: 2, cancel: 2 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'Nobody came',
    }),
  )
  await shop.it.jobs()
  expect([(await shop.order(purchase.id)).status, await readStatus(shop, purchase.number), await taken(event.id)]).toEqual([
    'refunded',
    'refunded',
    [0],
  ])
})

test('one call books and orders and returns how to pay, or writes nothing at all', async () => {
  const event = await createEvent(shop, { price: '30.00' })
  const ask = (more: object) =>
    shop.it.guest.post('/api/event/booking', {
      event_id: event.id,
      date: dayIn(3),
      time: '10:00',
      quantity: 1,
      ...createContact('direct'),
      ...more,
    })
  const made = fine(await ask({ payment_method: 'bank' })).body
  expect(made).toMatchObject({ status: 'pending', checkout: { order: { total: '30.00', status: 'pending' } } })
  expect(made.redirect_url).toBe(`/event/detail/success?order=${made.checkout.order_number}`)
  expect(Object.keys((await ask({ payment_method: 'shells' })).body.messages)).toEqual(['payment_method'])
  expect(Object.keys((await ask({ payment_method: 'bank', coupon: 'NONE' })).body.messages)).toEqual(['coupon'])
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 1, booked: 1, capacity: 5 }])
})

test('an order stays open while one of its bookings lies ahead, and staff cannot approve an unpaid booking', async () => {
  const event = await createEvent(shop, { price: '30.00', needs_approval: true })
  const purchase = await order(event.id)
  expect((await shop.owner.post(`/api/admin/booking/${purchase.booking}/approve`)).status).toBe(409)
  await pay(purchase.id)
  expect(await readStatus(shop, purchase.number)).toBe('pending')
  fine(await shop.owner.post(`/api/admin/booking/${purchase.booking}/approve`))
  fine(await shop.owner.post(`/api/admin/order/${purchase.id}/process`, {}))
  expect((await shop.owner.post(`/api/admin/order/${purchase.id}/complete`, {})).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/booking/${purchase.booking}/cancel`, { reason: 'Closed', percent: '0' }))
  expect(await readStatus(shop, purchase.number)).toBe('canceled')
})
