import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { member } from '../../../tests/support/member.ts'
import { address, fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

/** How many places one visitor can hold. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())
const rules = { held_per_browser: 8, held_per_network: 20, free_ahead_per_address: 3, free_ahead_per_network: 10 }
const set = (more: object = {}) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'booking', { ...rules, ...more }, 'en-US')
beforeEach(async () => {
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  await shop.it.kernel.db.run(sql`update booking set held_from = null`)
  await set()
})

const send = async (url: string, payload: object, { from = '203.0.113.7', agent = 'Firefox' } = {}) => {
  const raw = await shop.it.app.http.inject({ method: 'POST', url, payload, headers: { 'user-agent': agent }, remoteAddress: from })
  return { status: raw.statusCode, body: raw.json() }
}
const slot = (event: { id: number }, more: object = {}) => ({ event_id: event.id, date: dayIn(3), time: '10:00', quantity: 1, ...more })
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
const paid = (capacity = 60) => createEvent(shop, { price: '80.00', capacity, max_quantity: 12 })

test('one browser holds a limited number of places, also with concurrent requests', async () => {
  const event = await paid()
  const hold = (quantity: number, more = {}) => send('/api/event/hold', slot(event, { quantity }), more)
  expect(statuses(await Promise.all([hold(4), hold(4), hold(4)]))).toEqual([201, 201, 429])
  expect((await hold(1)).body).toMatchObject({
    code: 'TOO_MANY',
    messages: ['You are holding too many places that are not booked yet. Complete your booking or wait until the hold expires.'],
  })
  expect((await readCounts(shop, event.id))[0]?.taken).toBe(8)
  expect((await hold(4, { agent: 'Safari' })).status).toBe(201)
  await shop.it.kernel.db.run(sql`update booking set hold_expires_at = now() where status = 'draft'`)
  expect((await hold(8)).status).toBe(201)
})

test('a group as large as the event allows can be held, and one network is limited across browsers', async () => {
  const event = await paid()
  const hold = (quantity: number, agent: string, from = '203.0.113.7') =>
    send('/api/event/hold', slot(event, { quantity }), { agent, from })
  expect((await hold(12, 'one')).status).toBe(201)
  expect(statuses(await Promise.all([hold(8, 'two'), hold(8, 'three')]))).toEqual([201, 429])
  expect((await hold(1, 'four')).body.messages).toEqual(['Too many places are held from your network. Try again in a few minutes.'])
  expect((await hold(8, 'four', '203.0.113.8')).status).toBe(201)
})

test('free upcoming bookings are limited per email address and per network, but not for staff', async () => {
  const event = await createEvent(shop, { capacity: 60 })
  const book = (name: string, more: object = {}) => send('/api/event/booking', { ...slot(event), ...createContact(name), ...more })
  expect(statuses(await Promise.all([1, 2, 3, 4, 5].map(() => book('many'))))).toEqual([201, 201, 201, 429, 429])
  expect((await book('many')).body.messages).toEqual(['This email address already has 3 upcoming free bookings. Cancel one of them first.'])
  expect((await book('many', { email: 'MANY@shop.test' })).status).toBe(429)
  expect((await readCounts(shop, event.id))[0]?.taken).toBe(3)
  const others = []
  for (let n = 0; n < 9; n++) others.push(await book(`other${n}`))
  expect(statuses(others).filter((status) => status === 201)).toHaveLength(7)
  for (let n = 0; n < 4; n++) fine(await shop.owner.post('/api/admin/booking', { ...slot(event), ...createContact('many') }))
})

test('an event with one booking per person and session rejects a second by any route, and warns staff', async () => {
  await set({ free_ahead_per_address: 0, free_ahead_per_network: 0 })
  const event = await createEvent(shop, {
    capacity: 60,
    one_per_person: true,
    hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '10:00', ends: '12:00' }],
  })
  const book = (more: object = {}) => send('/api/event/booking', { ...slot(event), ...createContact('twice'), ...more })
  expect(statuses(await Promise.all([book(), book(), book({ email: 'Twice@shop.test' })]))).toEqual([201, 409, 409])
  expect((await book()).body).toMatchObject({ code: 'BOOKING_ALREADY', messages: ['You already have a booking at this time.'] })
  const later = await book({ date: dayIn(4) })
  expect(later.status).toBe(201)
  const moved = await send('/api/booking/guest_reschedule', { token: later.body.token, date: dayIn(3), time: '10:00' })
  expect(moved.body.code).toBe('BOOKING_ALREADY')
  const made = fine(await shop.owner.post('/api/admin/booking', { ...slot(event), ...createContact('twice') })).body
  expect(made.also).toHaveLength(1)
  const other = fine(await shop.owner.post('/api/admin/booking', { ...slot(event), ...createContact('once') })).body
  expect(other.also).toEqual([])
})

const elsewhere = { agent: 'Safari' }

test('a visitor who types the address of somebody else does not learn what that person has booked', async () => {
  await set({ free_ahead_per_address: 3, free_ahead_per_network: 0 })
  const event = await createEvent(shop, { capacity: 60, one_per_person: true })
  const book = (name: string, from = {}) => send('/api/event/booking', { ...slot(event), ...createContact(name) }, from)
  expect((await book('owner')).status).toBe(201)
  const [same, unknown] = [await book('owner', elsewhere), await book('nobody', elsewhere)]
  expect([same.status, unknown.status]).toEqual([201, 201])
  expect(Object.keys(same.body)).toEqual(Object.keys(unknown.body))
  expect(same.body.status).toBe(unknown.body.status)
  // The owner of the address learns of the other booking from the email. The visitor who made that booking learns of it from the response.
  await shop.it.jobs()
  const mails = await shop.it.kernel.db.rows<{ text: string }>(
    sql`select text_body as text from mail where recipient = 'owner@shop.test' order by id`,
  )
  expect(mails.at(-1)?.text).toContain('You have another booking at this time')
  expect((await book('owner')).body.code).toBe('BOOKING_ALREADY')
})

test('an account learns of bookings made with its address only once the address is verified', async () => {
  await set({ free_ahead_per_address: 0, free_ahead_per_network: 0 })
  const event = await createEvent(shop, { capacity: 60, one_per_person: true })
  const later = { date: dayIn(4) }
  for (const more of [{}, later])
    expect((await send('/api/event/booking', { ...slot(event), ...more, ...createContact('account') })).status).toBe(201)
  const account = await member(shop.it, 'account@shop.test')
  const book = (more: object = {}) => account.post('/api/event/booking', { ...slot(event), ...more }, { 'user-agent': 'Safari' })
  expect((await book()).status).toBe(201)
  // A customer with a verified address gets the error for their own bookings.
  expect((await book()).body.code).toBe('BOOKING_ALREADY')
  await shop.it.kernel.db.run(sql`update customer set email_verified_at = now() where id = ${account.id}`)
  expect((await book(later)).body.code).toBe('BOOKING_ALREADY')
})

test('free bookings that others made for an address do not affect the limit of a visitor', async () => {
  await set({ free_ahead_per_address: 1, free_ahead_per_network: 0 })
  const event = await createEvent(shop, { capacity: 60 })
  const book = (from = {}) => send('/api/event/booking', { ...slot(event), ...createContact('watched') }, from)
  expect([(await book()).status, (await book()).status, (await book(elsewhere)).status]).toEqual([201, 429, 201])
})

test('the limit also rejects a second order of a paid session', async () => {
  const event = await createEvent(shop, { price: '80.00', capacity: 60, one_per_person: true })
  const order = async () => {
    const hold = await send('/api/event/hold', slot(event))
    const cart = await send('/api/cart/item', { kind: 'seat', subject_id: hold.body.subject_id, quantity: 1 })
    return send('/api/checkout', {
      cart_id: cart.body.cart_id,
      guest: createContact('pays'),
      billing_address: address,
      payment_method: 'bank',
    })
  }
  expect((await order()).status).toBe(201)
  expect((await order()).body).toMatchObject({ code: 'OUT_OF_STOCK', messages: ['You already have a booking at this time.'] })
})
