import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, readStatus, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const written = (event: number, more: object = {}) =>
  shop.owner.post('/api/admin/booking', { event_id: event, date: dayIn(3), time: '10:00', first_name: 'Walk', ...more })

test('a walk-in is recorded without an address and is present at once', async () => {
  const event = await createEvent(shop, { price: '50.00' })
  const made = fine(await written(event.id, { quantity: 2, here: true })).body
  expect(made.status).toBe('present')
  const seats = await db().rows<{ status: string }>(sql`select status from booking_seat where booking_id = ${made.id}`)
  expect(seats.map(({ status }) => status)).toEqual(['present', 'present'])
  const row = await db().one(sql`select email, person_id, order_id from booking where id = ${made.id}`)
  expect(row).toEqual({ email: '', person_id: null, order_id: null })
  const second = fine(await written(event.id, { here: true })).body
  expect(await readStatus(shop, second.number)).toBe('present')
  await shop.it.jobs()
  expect(Object.keys((await written(event.id, { first_name: null })).body.messages)).toEqual(['first_name'])
})

test('a booking paid by another method becomes an order, and nobody is present before it is paid', async () => {
  const event = await createEvent(shop, { price: '50.00' })
  const made = fine(await written(event.id, { ...createContact('desk'), payment_method: 'bank', here: true })).body
  expect(made.status).toBe('pending')
  const row = await db().one<{ order_id: number }>(sql`select order_id from booking where id = ${made.id}`)
  fine(await shop.owner.post(`/api/admin/order/${row?.order_id ?? 0}/pay`, {}))
  await shop.it.jobs()
  expect(await readStatus(shop, made.number)).toBe('approved')
  expect((await written(event.id, { payment_method: 'bank' })).status).toBe(422)
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 1, booked: 1, capacity: 5 }])
})

test('a new event has times on weekdays, unless it is created with others or none', async () => {
  const create = async (more: object) => fine(await shop.owner.post('/api/admin/event', { title: { 'en-US': 'Tea talk' }, ...more })).body
  const event = await create({ url: 'tea-talk' })
  expect(event.hours).toMatchObject([{ weekdays: [1, 2, 3, 4, 5], starts: '09:00', ends: '17:00' }])
  expect((await create({ url: 'tea-talk-2', hours: [] })).hours).toEqual([])
  const month = dayIn(14)
  const body = { url: event.url, year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) }
  expect(Object.keys(fine(await shop.it.guest.post('/api/event/times', body)).body.dates).length).toBeGreaterThan(0)
})

test('a preview link opens its own hidden event only, and the event cannot be booked', async () => {
  const event = await createEvent(shop, { visibled: false })
  const other = await createEvent(shop, { visibled: false })
  const { url } = fine(await shop.owner.get(`/api/admin/event/${event.id}/preview`)).body
  const preview = new URL(url, 'http://shop.test').searchParams.get('preview') ?? ''
  const page = (more: object, pageUrl = event.url) => shop.it.guest.post('/api/event', { url: pageUrl, ...more })
  expect(fine(await page({ preview })).body).toMatchObject({ url: event.url, preview })
  const month = dayIn(3)
  const body = { url: event.url, year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) }
  expect(Object.keys(fine(await shop.it.guest.post('/api/event/times', { ...body, preview })).body.dates)).toContain(month)
  for (const wrong of ['', 'x', `${preview}x`, preview.replace(/^\d+/, '99999999999')]) {
    expect((await page({ preview: wrong })).status, wrong).toBe(404)
    expect((await shop.it.guest.post('/api/event/times', { ...body, preview: wrong })).status, wrong).toBe(404)
  }
  expect((await page({ preview }, other.url)).status).toBe(404)
  const booked = await shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact() })
  expect(booked.status).toBe(404)
  // Staff can always preview an event (specification C§6).
  const clerk = await shop.it.staff(['get order'])
  expect((await clerk.get(`/api/admin/event/${event.id}/preview`)).body.url).toContain(event.url)
  expect((await shop.it.guest.get(`/api/admin/event/${event.id}/preview`)).status).toBe(401)
})

test('bookings without valid hours, day or staff member are listed as conflicts, and dismissed by staff only', async () => {
  const person = fine(await shop.owner.post('/api/admin/booking_resource', { name: 'Kim', kind: 'staff' })).body.id
  const event = await createEvent(shop, { resources: [person], hours: everyDay('10:00', '11:00') })
  const book = async (day: number, name: string) =>
    fine(await shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(day), time: '10:00', ...createContact(name) }))
      .body.number
  const [a, b] = [await book(3, 'one'), await book(4, 'two')]
  const lost = async () =>
    fine(await shop.owner.get(`/api/admin/event/${event.id}/misfit`)).body.data.map(({ number }: { number: string }) => number)
  const change = async (more: object) => {
    const { version } = fine(await shop.owner.get(`/api/admin/event/${event.id}`)).body
    fine(await shop.owner.put(`/api/admin/event/${event.id}`, { ...more, version }))
  }
  expect(await lost()).toEqual([])
  await change({ exceptions: [{ day: dayIn(4), closed: true }] })
  expect(await lost()).toEqual([b])
  await change({ exceptions: [] })
  expect(await lost()).toEqual([])
  const { version } = fine(await shop.owner.get(`/api/admin/booking_resource/${person}`)).body
  fine(await shop.owner.put(`/api/admin/booking_resource/${person}`, { enabled: false, version }))
  expect(await lost()).toEqual([a, b])
  expect([await readStatus(shop, a), await readStatus(shop, b)]).toEqual(['approved', 'approved'])
  const ids = fine(await shop.owner.get(`/api/admin/event/${event.id}/misfit`)).body.data.map(({ id }: { id: number }) => ({ id }))
  const flag = (bookings: object[]) => shop.owner.post(`/api/admin/event/${event.id}/misfit`, { bookings, reason: 'Kim is away' })
  const [one, two] = await Promise.all([flag(ids), flag(ids)])
  expect(fine(one).body.flagged + fine(two).body.flagged).toBe(2)
  expect([await readStatus(shop, a), await readStatus(shop, b)]).toEqual(['abnormal', 'abnormal'])
  expect(await readCounts(shop, event.id)).toEqual([
    { taken: 1, booked: 1, capacity: 5 },
    { taken: 1, booked: 1, capacity: 5 },
  ])
  expect(fine(await flag([{ id: 999_999 }])).body.flagged).toBe(0)
})
