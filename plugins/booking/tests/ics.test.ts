import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { icsFile } from '../services/ics.ts'
import { dayIn, createEvent, everyDay, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

/** Parses an ICS file with a third-party library. */
function readIcs(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const event = calendar.getFirstSubcomponent('vevent')
  if (!event) throw new Error('no event')
  const value = (name: string) => event.getFirstPropertyValue(name)
  return { method: calendar.getFirstPropertyValue('method'), event: new ICAL.Event(event), value }
}

const entry = {
  uid: 'booking-BK1@shop.test',
  sequence: 2,
  title: 'Tea, cake; and more',
  text: `One\nTwo ${'很長的一句話。'.repeat(20)}😀`,
  location: String.raw`18 Wing Lok Street \ back door`,
  url: 'https://shop.test/booking/detail/tea?token=a.b',
  starts: Date.parse('2026-03-08T07:30Z'),
  ends: Date.parse('2026-03-08T08:30Z'),
  allDay: false,
  zone: 'America/New_York',
  isCanceled: false,
  changed: Date.parse('2026-03-01T00:00Z'),
}

test('an iCalendar parser reads back all characters, instants and the revision number', () => {
  const { method, event, value } = readIcs(icsFile(entry))
  expect([event.uid, event.sequence, event.summary, event.description, event.location, method]).toEqual([
    entry.uid,
    2,
    entry.title,
    entry.text,
    entry.location,
    'PUBLISH',
  ])
  expect([event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()]).toEqual([
    '2026-03-08T07:30:00.000Z',
    '2026-03-08T08:30:00.000Z',
  ])
  expect([value('status'), value('url')]).toEqual(['CONFIRMED', entry.url])
})

test('no line is longer than 75 octets, and none is torn within a character', () => {
  const lines = icsFile(entry).split('\r\n')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(icsFile(entry)).not.toContain('\ufffd')
})

test('a whole day is written as local dates, with the end on the day after', () => {
  const day = { ...entry, allDay: true, starts: Date.parse('2026-03-08T05:00Z'), ends: Date.parse('2026-03-09T04:00Z') }
  const { event } = readIcs(icsFile(day))
  expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([true, '2026-03-08', '2026-03-09'])
})

test('a canceled booking is canceled in the calendar', () => {
  const { method, value } = readIcs(icsFile({ ...entry, isCanceled: true }))
  expect([method, value('status')]).toEqual(['CANCEL', 'CANCELLED'])
})

test('a booking stays one calendar entry when it is rescheduled and canceled, and its revision goes up', async () => {
  const event = await createEvent(shop, { title: 'Morning, slowly', hours: everyDay('10:00', '11:00'), location: 'Room 2' })
  const made = fine(
    await shop.it.guest.post('/api/event/booking', {
      event_id: event.id,
      date: dayIn(3),
      time: '10:00',
      quantity: 1,
      ...createContact('calendar'),
    }),
  ).body
  await shop.it.jobs()
  fine(await shop.it.guest.post('/api/booking/guest_reschedule', { token: made.token, date: dayIn(4), time: '10:00' }))
  await shop.it.jobs()
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: made.token }))
  await shop.it.jobs()
  const files = await shop.it.kernel.db.rows<{ content: Buffer; mime: string }>(
    sql`select a.content, a.mime from mail_attachment a join mail m on m.id = a.mail_id where m.recipient = 'calendar@shop.test' order by a.id`,
  )
  const read = files.map(({ content }) => readIcs(content.toString('utf8')))
  expect(read.map(({ event: e, method }) => [e.sequence, method])).toEqual([
    [0, 'PUBLISH'],
    [1, 'PUBLISH'],
    [2, 'CANCEL'],
  ])
  expect(new Set(read.map(({ event: e }) => e.uid)).size).toBe(1)
  expect(read[1]?.event.startDate.toJSDate().toISOString()).toBe(`${dayIn(4)}T02:00:00.000Z`)
  const response = await shop.it.guest.get(`/api/booking/calendar?token=${encodeURIComponent(made.token)}`)
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(readIcs(response.raw.payload).event.uid).toBe(read[0]?.event.uid)
})
