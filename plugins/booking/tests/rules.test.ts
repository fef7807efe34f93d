import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { readCounts, dayIn, createEvent, everyDay, openBookings, readStatus, createContact } from './booking-fixture.ts'

/** Validation of events, transitions of bookings, and the language of their emails. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const book = async (event: number, more: object = {}) => {
  await db().run(sql`delete from rate_limit`)
  return shop.it.guest.post('/api/event/booking', {
    event_id: event,
    date: dayIn(3),
    time: '10:00',
    quantity: 1,
    ...createContact(),
    ...more,
  })
}
const findId = async (number: string) => (await db().one<{ id: number }>(sql`select id from booking where number = ${number}`))?.id ?? 0
const refused = async (more: object) => {
  const { status, body } = await shop.owner.post('/api/admin/event', {
    title: 'x',
    url: `no-${Math.random()}`.replace('0.', ''),
    kind: 'session',
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(422)
  return Object.keys(body.messages)
}

test('an event with impossible settings is rejected by field', async () => {
  expect(await refused({ capacity: 3, max_quantity: 4 })).toEqual(['max_quantity'])
  expect(await refused({ time_zone: 'Asia/Atlantis' })).toEqual(['time_zone'])
  for (const url of ['success', 'cancel', 'fail']) expect(await refused({ url })).toEqual(['url'])
  const hours = { weekdays: [1], starts: '10:00', ends: '11:00' }
  expect(await refused({ hours: [{ ...hours, weekdays: [] }] })).toEqual(['hours.0.weekdays'])
  expect(await refused({ hours: [hours, { ...hours, since: '2026-12-02', until: '2026-12-01' }] })).toEqual(['hours.1.until'])
  expect(await refused({ hours: [{ ...hours, starts: '24:00' }] })).toEqual(['hours.0.starts'])
  expect(await refused({ exceptions: [{ day: '2026-12-25' }] })).toEqual(['exceptions.0.starts'])
  expect(await refused({ exceptions: [{ day: '2026-12-25', starts: '10:00' }] })).toEqual(['exceptions.0.ends'])
  expect(await refused({ exceptions: [{ day: '2026-02-30', closed: true }] })).toEqual(['exceptions.0.day'])
  expect(await refused({ refund_steps: [{ before: 60, percent: '100.01' }] })).toEqual(['refund_steps.0.percent'])
  for (const [field, value] of [
    ['duration', 4],
    ['duration', 14 * 1_440 + 1],
    ['slot_interval', 4],
    ['hold', 4],
    ['hold', 1_441],
    ['offer_hold', 9],
    ['capacity', 0],
    ['advance_days', 731],
    ['files_max', 21],
    ['checkin_opens', 2 * 1_440 + 1],
    ['price', '-0.01'],
  ] as const)
    expect(await refused({ [field]: value }), `${field} ${value}`).toContain(field)
  const { id } = await createEvent(shop, {
    hours: [{ ...hours, since: '2026-12-01', until: '2026-12-01' }],
    exceptions: [{ day: '2026-12-25', closed: true }],
  })
  expect((await shop.owner.put(`/api/admin/event/${id}`, { capacity: 4 })).body.messages).toHaveProperty('max_quantity')
})

test('a copy of an event is hidden, and has its own hours and URL', async () => {
  const { id, url } = await createEvent(shop, { refund_steps: [{ before: 60, percent: '50' }] })
  const copy = fine(await shop.owner.post(`/api/admin/event/${id}/clone`)).body
  expect(copy).toMatchObject({ url: `${url}-copy`, visibled: false })
  const read = (await shop.owner.get(`/api/admin/event/${copy.id}`)).body
  expect([read.hours.length, read.refund_steps.length]).toEqual([1, 1])
  expect((await shop.it.guest.get('/api/event')).body.data.some((listed: { url: string }) => listed.url === copy.url)).toBe(false)
  expect((await book(copy.id)).status).not.toBe(201)
})

test('an event in a hidden category is hidden, and shown again with it', async () => {
  const category = fine(await shop.owner.post('/api/admin/event_category', { title: 'Hush', url: 'hush', visibled: false })).body
  const { id, url } = await createEvent(shop, { category_id: category.id })
  const readVisibility = async () => [
    (await shop.it.guest.get('/api/event')).body.data.some((event: { url: string }) => event.url === url),
    (await shop.it.guest.post('/api/event', { url })).status,
    (await book(id)).status < 300,
  ]
  expect(await readVisibility()).toEqual([false, 404, false])
  await shop.owner.put(`/api/admin/event_category/${category.id}`, { visibled: true })
  expect(await readVisibility()).toEqual([true, 200, true])
})

/** Allowed transitions of a booking by staff. */
const MAY: Record<string, string[]> = {
  approve: ['pending', 'abnormal'],
  reject: ['pending'],
  attend: ['approved', 'absent'],
  miss: ['approved', 'present'],
  complete: ['approved', 'present'],
  flag: ['pending', 'approved'],
  cancel: ['pending', 'approved', 'abnormal'],
}
const STATUSES = ['draft', 'pending', 'approved', 'present', 'absent', 'completed', 'rejected', 'canceled', 'refunded', 'abnormal']

test('a booking follows the transitions of the table and no others', async () => {
  const event = await createEvent(shop)
  const { number } = fine(await book(event.id)).body
  const id = await findId(number)
  const input = { reason: 'why', percent: '0' }
  for (const [move, from] of Object.entries(MAY))
    for (const status of STATUSES.filter((candidate) => !from.includes(candidate))) {
      await db().run(sql`update booking set status = ${status} where id = ${id}`)
      const answer = await shop.owner.post(`/api/admin/booking/${id}/${move}`, input)
      expect([move, status, answer.status]).toEqual([move, status, 409])
      expect(await readStatus(shop, number)).toBe(status)
    }
  for (const inner of ['ask', 'regain', 'arrive', 'leave', 'drop', 'refunded'])
    expect((await shop.owner.post(`/api/admin/booking/${id}/${inner}`, input)).status, inner).toBe(404)
  expect(await readCounts(shop, event.id)).toMatchObject([{ taken: 1 }])
})

test('staff with read permission only cannot change the status of a booking', async () => {
  const event = await createEvent(shop)
  const { number } = fine(await book(event.id)).body
  const id = await findId(number)
  const reader = await shop.it.staff(['get booking'])
  for (const move of Object.keys(MAY))
    expect((await reader.post(`/api/admin/booking/${id}/${move}`, { reason: 'x', percent: '0' })).status, move).toBe(403)
  expect(await readStatus(shop, number)).toBe('approved')
})

test('a canceled, rejected or absent booking frees the right number of places', async () => {
  const event = await createEvent(shop, { needs_approval: true, capacity: 9, max_quantity: 3 })
  const made = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => fine(await book(event.id, { ...createContact(name), quantity: 3 })).body.number as string),
  )
  const [off, no, missed] = await Promise.all(made.map(findId))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 9, booked: 9, capacity: 9 }])
  fine(await shop.owner.post(`/api/admin/booking/${off}/cancel`, { reason: '', percent: '100' }))
  fine(await shop.owner.post(`/api/admin/booking/${no}/reject`, { reason: 'Full' }))
  fine(await shop.owner.post(`/api/admin/booking/${missed}/approve`))
  fine(await shop.owner.post(`/api/admin/booking/${missed}/miss`))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 3, booked: 3, capacity: 9 }])
  // A booking changed from absent to present keeps its places, so the counts do not change.
  fine(await shop.owner.post(`/api/admin/booking/${missed}/attend`))
  expect(await readCounts(shop, event.id)).toEqual([{ taken: 3, booked: 3, capacity: 9 }])
})

const findEmails = async (name: string) => {
  await shop.it.jobs()
  return db().rows<{ subject: string; text_body: string; html_body: string }>(
    sql`select subject, text_body, html_body from mail where recipient = ${`${name}@shop.test`} order by id`,
  )
}

test('emails are in the language of the booking, with the event title and location in that language', async () => {
  const event = await createEvent(shop, {
    title: { 'en-US': 'Tasting', 'zh-HK': '品茶' },
    location: { 'en-US': 'Room 2', 'zh-HK': '二號房' },
  })
  fine(await book(event.id, { ...createContact('hongkong'), language: 'zh-HK' }))
  fine(await book(event.id, { ...createContact('china'), language: 'zh-CN' }))
  const [hongkong] = await findEmails('hongkong')
  expect(hongkong?.subject).toMatch(/^預約成功：品茶，\d{4}年\d+月\d+日.* 10:00/)
  expect(hongkong?.text_body).toContain('二號房')
  // A text without a translation is in the main language of the shop.
  const [china] = await findEmails('china')
  expect(china?.subject).toMatch(/^预约成功：Tasting，/)
})

test('typed text appears in an email literally: not as markup, header or placeholder', async () => {
  const event = await createEvent(shop, { title: 'A <b>{number}</b> & {when}', needs_approval: true })
  const { number } = fine(await book(event.id, { ...createContact('typed'), first_name: 'May {title}' })).body
  await findEmails('typed')
  await shop.owner.post(`/api/admin/booking/${await findId(number)}/reject`, { reason: '<img src=x onerror=alert(1)> {shop}\n\nSorry' })
  const emails = await findEmails('typed')
  expect(emails).toHaveLength(2)
  for (const { subject, html_body } of emails) {
    expect(subject).toContain('A <b>{number}</b> & {when}')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html_body).not.toMatch(/<b>\{number|<img src=x/)
  }
  expect(emails[1]?.text_body).toContain('<img src=x onerror=alert(1)> {shop}')
})

test('an outdated email is not sent, and none is sent twice', async () => {
  const event = await createEvent(shop)
  const { token } = fine(await book(event.id, createContact('quick'))).body
  fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token, date: dayIn(4), time: '10:00' }))
  fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token, date: dayIn(5), time: '10:00' }))
  const emails = await findEmails('quick')
  expect(emails.map(({ subject }) => subject.split(':')[0])).toEqual(['Booking rescheduled'])
  const { id } = (await db().one<{ id: number }>(sql`select id from booking where email = 'quick@shop.test'`)) ?? { id: 0 }
  await db().run(sql`select graphile_worker.add_job('booking/letter', ${JSON.stringify({ id, kind: 'moved', ref: 2 })}::json)`)
  await db().run(sql`select graphile_worker.add_job('booking/letter', ${JSON.stringify({ id, kind: 'moved', ref: 1 })}::json)`)
  expect(await findEmails('quick')).toHaveLength(1)
})

test('the event limits how often and until when a booking may be rescheduled, to the minute', async () => {
  const never = await createEvent(shop, { max_reschedules: 0 })
  const made = fine(await book(never.id)).body
  const move = (token: string) => shop.it.guest.post('/api/booking/guest_reschedule', { token, date: dayIn(4), time: '10:00' })
  expect((await move(made.token)).body.code).toBe('BOOKING_TOO_LATE')
  const event = await createEvent(shop, { hours: everyDay('10:00', '11:00'), reschedule_until: 600, cancel_until: 600 })
  const near = fine(await book(event.id, createContact('edge'))).body
  const away = (minutes: string) => db().run(sql`update booking set starts_at = now() + ${minutes}::interval where number = ${near.number}`)
  const may = async () => {
    const { body } = await shop.it.guest.post('/api/booking', { token: near.token })
    return [body.may_reschedule, body.may_cancel]
  }
  await away('10 hours 5 seconds')
  expect(await may()).toEqual([true, true])
  await away('9 hours 59 minutes 59 seconds')
  expect(await may()).toEqual([false, false])
  expect((await move(near.token)).body.code).toBe('BOOKING_TOO_LATE')
  expect((await shop.it.guest.post('/api/booking/guest_cancel', { token: near.token })).body.code).toBe('BOOKING_TOO_LATE')
})

test('a reminder goes only to a valid upcoming booking with an address', async () => {
  const event = await createEvent(shop, { remind_before: 60 * 24 * 10, needs_approval: true })
  const names = ['stands', 'asks', 'gone', 'past']
  const numbers = await Promise.all(names.map(async (name) => fine(await book(event.id, createContact(name))).body.number as string))
  const set = async (i: number, assignment: ReturnType<typeof sql>) =>
    db().run(sql`update booking set ${assignment} where number = ${numbers[i]}`)
  await set(0, sql`status = 'approved'`)
  await set(2, sql`status = 'canceled'`)
  await set(3, sql`status = 'approved', starts_at = now() - interval '1 minute'`)
  // The bookings were made long before the reminder was due.
  await db().run(sql`update booking set updated_at = now() - interval '40 days' where event_id = ${event.id}`)
  await shop.it.clock('booking/remind')
  // Wait for jobs that run concurrently.
  await shop.it.jobs()
  const reminded = await Promise.all(
    names.map(async (name) => (await findEmails(name)).filter(({ subject }) => subject.startsWith('Reminder')).length),
  )
  expect(reminded).toEqual([1, 0, 0, 0])
})
