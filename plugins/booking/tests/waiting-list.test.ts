import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { bookingPersonalData } from '../services/personal-data.ts'
import { offerDue, offerPlaces } from '../services/waiting/offer.ts'
import { readCounts, dayIn, createEvent, openBookings, readStatus, waitingToken, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
beforeEach(() => db().run(sql`delete from rate_limit`))
const guest = () => shop.it.guest

/** Creates a session whose places are all taken, by bookings of one place each. */
async function full(more: object = {}, places = 1) {
  const event = await createEvent(shop, { capacity: places, max_quantity: places, ...more })
  const paid = 'price' in more
  const made = []
  for (let n = 0; n < places; n++)
    made.push(
      fine(
        await guest().post('/api/event/booking', {
          event_id: event.id,
          date: dayIn(3),
          time: '10:00',
          ...createContact(`has${n}`),
          ...(paid ? { payment_method: 'bank' } : {}),
        }),
      ).body,
    )
  const { data } = fine(await guest().post('/api/event/full', { url: event.url })).body
  return { event, made, session: data[0].session_id as number }
}
const wait = (session: number, name: string, quantity = 1) =>
  guest().post('/api/event/waiting', { session_id: session, quantity, ...createContact(name) })
/** Joins the waiting list and reads the token from the email. */
async function joined(session: number, name: string, quantity = 1): Promise<{ token: string }> {
  expect(fine(await wait(session, name, quantity)).body).toEqual({ token: null, place: null })
  return { token: await waitingToken(shop, `${name}@shop.test`) }
}
const queue = async (session: number) =>
  (
    await db().rows<{ email: string }>(
      sql`select email from booking_waitlist where session_id = ${session} and status = 'pending' order by id`,
    )
  ).map(({ email }) => email.split('@')[0])
const readEntry = async (token: string) => fine(await guest().post('/api/booking/waiting', { token })).body
const claim = (token: string) => guest().post('/api/booking/waiting/claim', { token })
const off = async (token: string) => {
  fine(await guest().post('/api/booking/guest_cancel', { token }))
  await shop.it.jobs()
}
const emails = async (name: string) =>
  db().rows<{ subject: string }>(
    sql`select subject from mail where recipient = ${`${name}@shop.test`} and subject like 'A place is available%'`,
  )

test('full sessions are public, and the number of people waiting is not', async () => {
  const { event, session } = await full()
  const readFullTimes = async () => fine(await guest().post('/api/event/full', { url: event.url })).body
  const before = await readFullTimes()
  expect(before.data).toMatchObject([{ session_id: session }])
  await joined(session, 'secret')
  expect(await readFullTimes()).toEqual(before)
})

test('when a place frees, it is offered to and held for the people waiting in order', async () => {
  const { event, made, session } = await full()
  const [a, b] = [await joined(session, 'first'), await joined(session, 'second')]
  expect(await queue(session)).toEqual(['first', 'second'])
  expect(await readEntry(a.token)).toMatchObject({ status: 'pending', quantity: 1, expires_at: null })
  await off(made[0].token)
  expect([(await readEntry(a.token)).status, (await readEntry(b.token)).status]).toEqual(['processing', 'pending'])
  expect([(await emails('first')).length, (await emails('second')).length]).toEqual([1, 0])
  // The offered place cannot be booked by others meanwhile.
  const other = await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact('other') })
  expect(other.status).toBe(409)
  const claimResult = fine(await claim(a.token)).body
  expect(await readStatus(shop, claimResult.booked.number)).toBe('approved')
  expect(fine(await claim(a.token)).body).toEqual(claimResult)
  expect((await readEntry(a.token)).status).toBe('completed')
  expect((await claim(b.token)).body.code).toBe('BOOKING_HOLD_OVER')
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 1, booked: 1, capacity: 1 }])
})

test('an offer that is not taken expires once, and the next person gets one, also with concurrent jobs', async () => {
  const { event, made, session } = await full()
  const [a, b] = [await joined(session, 'sleeps'), await joined(session, 'awake')]
  await off(made[0].token)
  await db().run(
    sql`update booking_waitlist set expires_at = now() - interval '1 second' where session_id = ${session} and status = 'processing'`,
  )
  await db().run(sql`update booking set hold_expires_at = now() - interval '1 second' where event_id = ${event.id} and status = 'draft'`)
  await Promise.all([offerDue(shop.it.ctx), offerDue(shop.it.ctx), offerPlaces(shop.it.ctx, session)])
  await shop.it.jobs()
  expect([(await readEntry(a.token)).status, (await readEntry(b.token)).status]).toEqual(['canceled', 'processing'])
  expect((await claim(a.token)).status).toBe(409)
  expect((await emails('awake')).length).toBe(1)
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 1, booked: 1, capacity: 1 }])
  fine(await claim(b.token))
})

test('an offer for a paid event returns its cart item, is ordered there, and is then completed', async () => {
  const { made, session } = await full({ price: '80.00' })
  const a = await joined(session, 'pays')
  await off(made[0].token)
  const { hold } = fine(await claim(a.token)).body
  expect((await readEntry(a.token)).status).toBe('processing')
  const cart = fine(await guest().post('/api/cart/item', hold)).body
  fine(await guest().post('/api/checkout', { cart_id: cart.cart_id, guest: createContact('pays'), payment_method: 'bank' }))
  expect((await readEntry(a.token)).status).toBe('completed')
})

test('leaving the list makes room for the next person, and a group that does not fit is skipped', async () => {
  const { made, session } = await full({}, 2)
  const [group, one, two] = [await joined(session, 'group', 2), await joined(session, 'one'), await joined(session, 'two')]
  await off(made[0].token)
  expect([(await readEntry(group.token)).status, (await readEntry(one.token)).status]).toEqual(['pending', 'processing'])
  expect(fine(await guest().post('/api/booking/waiting/leave', { token: one.token })).body.status).toBe('canceled')
  await shop.it.jobs()
  expect((await readEntry(two.token)).status).toBe('processing')
  fine(await guest().post('/api/booking/waiting/leave', { token: two.token }))
  await off(made[1].token)
  expect((await readEntry(group.token)).status).toBe('processing')
})

test('guests can wait only for a full session, once each, and not for more places than allowed', async () => {
  const { event, session } = await full({}, 2)
  expect(await joined(session, 'twice', 1)).toEqual(await joined(session, 'twice', 1))
  const rows = await db().rows(sql`select quantity from booking_waitlist where session_id = ${session}`)
  expect(rows).toEqual([{ quantity: 1 }])
  expect(Object.keys((await wait(session, 'many', 3)).body.messages)).toEqual(['quantity'])
  expect(Object.keys((await guest().post('/api/event/waiting', { session_id: session })).body.messages).sort()).toEqual([
    'email',
    'first_name',
    'last_name',
  ])
  expect((await wait(999_999, 'nowhere')).status).toBe(404)
  const open = await createEvent(shop, { capacity: 5 })
  fine(await guest().post('/api/event/booking', { event_id: open.id, date: dayIn(3), time: '10:00', ...createContact() }))
  const time = await db().one<{ id: number }>(sql`select id from booking_session where event_id = ${open.id}`)
  expect((await wait(time?.id ?? 0, 'early')).body.code).toBe('BOOKING_NOT_FULL')
  const { version } = fine(await shop.owner.get(`/api/admin/event/${event.id}`)).body
  fine(await shop.owner.put(`/api/admin/event/${event.id}`, { waiting: false, version }))
  expect((await wait(session, 'late')).status).toBe(404)
  expect(fine(await guest().post('/api/event/full', { url: event.url })).body.data).toEqual([])
})

test('a link opens its own entry only, and erasing a person removes their entry', async () => {
  const { session } = await full()
  const [a, b] = [await joined(session, 'mine'), await joined(session, 'yours')]
  const [, signature] = a.token.split('.')
  for (const token of ['', 'x', `${b.token.split('.')[0]}.${signature}`, `${a.token}x`, '1.'])
    expect((await guest().post('/api/booking/waiting', { token })).status >= 400, token).toBe(true)
  const ctx: Ctx = shop.it.ctx
  const subject = { persons: [], customers: [], emails: ['mine@shop.test'], phones: [], addressHashes: [] }
  const rows = (await bookingPersonalData.findOwnedRows?.(db(), { ...subject, rows: {} })) ?? {}
  expect(JSON.stringify(await bookingPersonalData.exportData?.(ctx, { ...subject, rows }, 'person'))).toContain('mine@shop.test')
  await shop.it.kernel.transaction(async (tx) => bookingPersonalData.eraseData?.(tx, ctx, { ...subject, rows }))
  expect((await guest().post('/api/booking/waiting', { token: a.token })).status).toBe(404)
  const left = await db().rows(sql`select 1 from booking_waitlist where email = 'mine@shop.test'`)
  expect(left).toEqual([])
})

test('joining with a listed address gets the same answer as a new one, and neither reveals nor changes the entry', async () => {
  const { made, session } = await full({}, 2)
  const ownEntry = await joined(session, 'victim', 1)
  const again = await wait(session, 'VICTIM', 2)
  const stranger = await wait(session, 'nobody-yet', 2)
  expect([again.status, again.body]).toEqual([stranger.status, stranger.body])
  expect(again.body).toEqual({ token: null, place: null })
  expect(await readEntry(ownEntry.token)).toMatchObject({ status: 'pending', quantity: 1 })
  await off(made[0].token)
  expect((await wait(session, 'victim', 2)).body).toEqual({ token: null, place: null })
  expect((await readEntry(ownEntry.token)).status).toBe('processing')
})

test('the email about joining the waiting list is sent once, however often the address is typed', async () => {
  const { session } = await full()
  await joined(session, 'ahead')
  for (let n = 0; n < 3; n++) await joined(session, 'behind')
  const mails = await db().rows<{ subject: string; text_body: string }>(
    sql`select subject, text_body from mail where recipient = 'behind@shop.test'`,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^You are on the waiting list: Event/)
  expect(mails[0]?.text_body).toContain('number 2 on the list')
  expect(mails[0]?.text_body).not.toContain('token=')
})

test('a customer with a verified address can join again and change the number of places', async () => {
  const { session } = await full({}, 2)
  const email = 'waits@shop.test'
  const guests = await joined(session, 'waits', 1)
  const { id } = fine(
    await shop.owner.post('/api/admin/customer', { email, first_name: 'May', last_name: 'Chan', password: 'a long password' }),
  ).body
  const customer = shop.it.as(fine(await guest().post('/api/login', { email, password: 'a long password' })).body.token)
  const again = async (quantity: number) => fine(await customer.post('/api/event/waiting', { session_id: session, quantity })).body
  await db().run(sql`update customer set email_verified_at = null where id = ${id}`)
  expect(await again(2)).toEqual({ token: null, place: null })
  expect((await readEntry(guests.token)).quantity).toBe(1)
  await db().run(sql`update customer set email_verified_at = now() where id = ${id}`)
  expect(await again(2)).toEqual({ token: guests.token, place: 1 })
  expect((await readEntry(guests.token)).quantity).toBe(2)
  fine(await wait(session, 'waits', 1))
  expect((await readEntry(guests.token)).quantity).toBe(2)
})

test('added capacity is offered to the waiting list', async () => {
  const { session } = await full()
  const a = await joined(session, 'chair')
  const row = fine(await shop.owner.get(`/api/admin/booking_session/${session}`)).body
  fine(await shop.owner.put(`/api/admin/booking_session/${session}`, { capacity: 2, version: row.version }))
  await offerDue(shop.it.ctx)
  expect((await readEntry(a.token)).status).toBe('processing')
})

test('a session whose bookings were deleted keeps the time zone of its event, in lists and offers', async () => {
  const here = await full({ price: '80.00' })
  const there = await full({ time_zone: 'America/New_York' })
  const [a, b] = [await joined(here.session, 'here'), await joined(there.session, 'there')]
  for (const { session } of [here, there])
    await db().run(sql`delete from booking_letter where booking_id in (select id from booking where session_id = ${session})`)
  for (const { session } of [here, there]) {
    await db().run(sql`delete from booking where session_id = ${session}`)
    await db().run(sql`update booking_session set taken = 0 where id = ${session}`)
  }
  const readClock = async (session: number) =>
    fine(await shop.owner.get(`/api/admin/booking_session?event_id=${session}`)).body.data[0].clock
  expect([await readClock(here.event.id), await readClock(there.event.id)]).toEqual(['10:00', '10:00'])
  const { data } = fine(await shop.owner.get(`/api/admin/booking_waitlist?event_id=${there.event.id}`)).body
  expect(data[0].starts).toBe(`${dayIn(3)} 10:00`)
  expect([(await readEntry(a.token)).timezone, (await readEntry(b.token)).timezone]).toEqual(['Asia/Hong_Kong', 'America/New_York'])
  await offerDue(shop.it.ctx)
  expect([(await readEntry(a.token)).status, (await readEntry(b.token)).status]).toEqual(['processing', 'processing'])
})
