import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { newestMail } from '../../../tests/support/mails.ts'
import { offerPlaces } from '../services/waiting/offer.ts'
import { formatWhen } from '../services/format-when.ts'
import { dayIn, createEvent, everyDay, openBookings, waitingToken, createContact } from './booking-fixture.ts'

/** Event pages and emails: in the language of the reader, in the time zone of the event. */
let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const guest = () => shop.it.guest
const page = async (url: string, language = 'en-US') => fine(await guest().post('/api/event', { url, language })).body
const both = (word: string) => ({ 'en-US': `${word} en`, 'zh-HK': `${word} 繁` })

test("an event is shown in the reader's language, else in the main one, with its rules", async () => {
  const category = fine(
    await shop.owner.post('/api/admin/event_category', {
      title: both('Courses'),
      url: 'courses',
      meta_title: both('Meta'),
      short_description: { 'en-US': '<p>Short</p><script>x()</script>', 'zh-HK': '<p>短</p>' },
    }),
  ).body
  const event = await createEvent(shop, {
    title: both('Tasting'),
    location: both('Room'),
    content: { 'en-US': '<p onclick="x()">Tea</p>', 'zh-HK': '<p>茶</p>' },
    category_id: category.id,
    price: '1234.50',
    refund_steps: [
      { before: 60, percent: '12.5' },
      { before: 1_440, percent: '100' },
    ],
    advance_days: 7,
  })
  expect(await page(event.url, 'zh-HK')).toMatchObject({
    title: 'Tasting 繁',
    location: 'Room 繁',
    content: '<p>茶</p>',
    category: { title: 'Courses 繁', url: 'courses' },
  })
  expect(await page(event.url, 'zh-CN')).toMatchObject({
    title: 'Tasting en',
    content: '<p>Tea</p>',
    price: '1234.50',
    refund_steps: [
      { before: 1_440, percent: expect.stringMatching(/^100/) },
      { before: 60, percent: expect.stringMatching(/^12\.5/) },
    ],
    today: dayIn(0),
    last_day: dayIn(7),
    timezone: 'Asia/Hong_Kong',
    preview: '',
  })
  const categoryPage = fine(await guest().post('/api/event_category', { url: 'courses', language: 'zh-HK' })).body
  expect(categoryPage).toMatchObject({
    title: 'Courses 繁',
    meta_title: 'Meta 繁',
    short_description: '<p>短</p>',
    events: [{ title: 'Tasting 繁' }],
  })
  expect((await guest().post('/api/event_category', { url: 'courses' })).body.short_description).toBe('<p>Short</p>')
})

test('events and categories are sorted, and hidden ones appear in no list, page, times or sitemap', async () => {
  const group = async (title: string, order: number, visibled = true) =>
    fine(await shop.owner.post('/api/admin/event_category', { title, url: title.toLowerCase(), order, visibled })).body.id
  const [late, early, hidden] = [await group('Late', 20), await group('Early', 10), await group('Gone', 1, false)]
  const third = await createEvent(shop, { title: 'Third', order: 30, category_id: early })
  const first = await createEvent(shop, { title: 'First', order: 10, category_id: late })
  const off = await createEvent(shop, { title: 'Off', order: 5, visibled: false })
  const within = await createEvent(shop, { title: 'Within', order: 5, category_id: hidden })
  const titles = (list: { title: string }[]) => list.map(({ title }) => title)
  const visibleTitles = titles(fine(await guest().get('/api/event')).body.data)
  expect(visibleTitles.filter((title) => ['Third', 'First', 'Off', 'Within'].includes(title))).toEqual(['First', 'Third'])
  expect(titles(fine(await guest().get('/api/event_category')).body.data).filter((title) => title !== 'Courses en')).toEqual([
    'Early',
    'Late',
  ])
  expect((await guest().post('/api/event_category', { url: 'gone' })).status).toBe(404)
  const [year, month] = dayIn(3).split('-').map(Number)
  for (const { url } of [off, within]) {
    expect((await guest().post('/api/event', { url })).status).toBe(404)
    expect((await guest().post('/api/event/times', { url, year, month })).status).toBe(404)
    expect((await guest().post('/api/event/full', { url })).status).toBe(404)
  }
  const open = [third, first].map(({ url }) => url)
  for (const url of open) expect((await guest().post('/api/event', { url })).status).toBe(200)
})

test('a month lists the days with enough places, each with the places left, and no day of another month', async () => {
  const event = await createEvent(shop, { capacity: 3, max_quantity: 3, price: '8.80', advance_days: 60 })
  fine(
    await guest().post('/api/event/booking', {
      event_id: event.id,
      date: dayIn(3),
      time: '10:00',
      quantity: 2,
      ...createContact(),
      payment_method: 'bank',
    }),
  )
  const [year, month] = dayIn(3).split('-').map(Number)
  const times = async (quantity: number) =>
    fine(await guest().post('/api/event/times', { url: event.url, year, month, quantity })).body.dates
  const [one, two] = [await times(1), await times(2)]
  expect(one[dayIn(3)]).toMatchObject([{ time: '10:00', available: 1, price: '8.80' }])
  expect(two[dayIn(3)]).toBeUndefined()
  expect(Object.keys(one).every((day) => day.startsWith(dayIn(3).slice(0, 7)))).toBe(true)
  expect(Object.keys(one).length - Object.keys(two).length).toBe(1)
  for (const wrong of [{ month: 0 }, { month: 13 }, { year: 1999 }, { year: 2201 }, { quantity: 0 }])
    expect(Object.keys((await guest().post('/api/event/times', { url: event.url, year, month, ...wrong })).body.messages)).toEqual(
      Object.keys(wrong),
    )
})

test('the times of a month are recomputed after a booking, a cancellation or a change of the event', async () => {
  const event = await createEvent(shop, { capacity: 3, max_quantity: 3, price: '0.00', advance_days: 60 })
  const [year, month] = dayIn(3).split('-').map(Number)
  const left = async () =>
    fine(await guest().post('/api/event/times', { url: event.url, year, month })).body.dates[dayIn(3)]?.map(
      ({ available }: { available: number }) => available,
    )
  expect(await left()).toEqual([3])
  const { token } = fine(
    await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', quantity: 2, ...createContact() }),
  ).body
  expect(await left()).toEqual([1])
  fine(await guest().post('/api/booking/guest_cancel', { token }))
  expect(await left()).toEqual([3])
  fine(await shop.owner.put(`/api/admin/event/${event.id}`, { capacity: 7 }))
  expect(await left()).toEqual([7])
  fine(await shop.owner.put(`/api/admin/event/${event.id}`, { exceptions: [{ day: dayIn(3), closed: true }] }))
  expect(await left()).toBeUndefined()
})

describe('an email', () => {
  const findEmail = async (name: string) => {
    await shop.it.jobs()
    return newestMail(shop.it, `${name}@shop.test`)
  }

  test("links to the booking page in the reader's language, with a token", async () => {
    const event = await createEvent(shop)
    const made = fine(
      await guest().post('/api/event/booking', {
        event_id: event.id,
        date: dayIn(3),
        time: '10:00',
        language: 'zh-HK',
        ...createContact('link'),
      }),
    ).body
    const link = /https?:\S+/.exec((await findEmail('link'))?.text_body ?? '')?.[0] ?? ''
    const { pathname, searchParams } = new URL(link)
    expect([pathname, searchParams.get('token')]).toEqual([`/zh-HK/booking/detail/${event.url}`, made.token])
  })

  test('states the time in the time zone of the event', async () => {
    const event = await createEvent(shop, { time_zone: 'America/New_York', hours: everyDay('18:30', '19:30'), title: 'Dinner' })
    fine(await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(5), time: '18:30', ...createContact('york') }))
    const mail = await findEmail('york')
    expect(mail?.subject).toMatch(/Dinner.* 18:30/)
    expect(mail?.text_body).toMatch(/18:30 (GMT-[45]|E[SD]T)/)
  })

  test("of the waiting list says until when a place is held, in the reader's language, and links to it", async () => {
    const event = await createEvent(shop, { capacity: 1, max_quantity: 1, title: both('Small'), offer_hold: 60 })
    const first = fine(
      await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact('sits') }),
    ).body
    const { session_id } = fine(await guest().post('/api/event/full', { url: event.url })).body.data[0]
    fine(await guest().post('/api/event/waiting', { session_id, language: 'zh-HK', ...createContact('waits-hk') }))
    const token = await waitingToken(shop, 'waits-hk@shop.test')
    fine(await guest().post('/api/booking/guest_cancel', { token: first.token }))
    const mail = await findEmail('waits-hk')
    expect(mail?.subject).toContain('Small 繁')
    expect(new URL(/https?:\S+/.exec(mail?.text_body ?? '')?.[0] ?? '').pathname).toBe('/zh-HK/booking/waiting')
    const { expires_at } = fine(await guest().post('/api/booking/waiting', { token })).body
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect(mail?.text_body).toContain(formatWhen({ starts: Date.parse(expires_at), kind: 'session', zone: 'Asia/Hong_Kong' }, 'zh-HK'))
    // A place is offered once; the next run finds no one left to notify.
    expect(await offerPlaces(shop.it.ctx, session_id)).toBe(0)
  })

  test('offers a place no longer than until the session begins, and no session that has begun', async () => {
    const event = await createEvent(shop, { capacity: 1, max_quantity: 1, offer_hold: 14 * 1_440 })
    const first = fine(
      await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact('late1') }),
    ).body
    const { session_id, starts_at } = fine(await guest().post('/api/event/full', { url: event.url })).body.data[0]
    fine(await guest().post('/api/event/waiting', { session_id, ...createContact('late2') }))
    const token = await waitingToken(shop, 'late2@shop.test')
    fine(await guest().post('/api/booking/guest_cancel', { token: first.token }))
    await shop.it.jobs()
    expect(fine(await guest().post('/api/booking/waiting', { token })).body.expires_at).toBe(starts_at)
  })

  test('is not sent to a guest without an address', async () => {
    const event = await createEvent(shop)
    const before = await shop.it.kernel.db.one(sql`select count(*) from mail`)
    fine(await shop.owner.post('/api/admin/booking', { event_id: event.id, date: dayIn(3), time: '10:00', first_name: 'Walk' }))
    await shop.it.jobs()
    expect(await shop.it.kernel.db.one(sql`select count(*) from mail`)).toEqual(before)
  })
})

test('a calendar file is in the requested language, and covers a whole day for a day event', async () => {
  const event = await createEvent(shop, {
    kind: 'day',
    title: both('Retreat'),
    location: 'Hut; north, by the lake',
    hours: everyDay('09:00', '17:00'),
  })
  const made = fine(
    await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(6), time: null, ...createContact('ics') }),
  ).body
  const file = async (language: string) =>
    String((await guest().get(`/api/booking/calendar?token=${made.token}&language=${language}`)).raw.payload).replaceAll('\r\n ', '')
  const [english, chinese] = [await file('en-US'), await file('zh-HK')]
  expect([english, chinese].map((text) => /SUMMARY:(.*)/.exec(text)?.[1]?.trim())).toEqual(['Retreat en', 'Retreat 繁'])
  expect(english).toContain(`DTSTART;VALUE=DATE:${dayIn(6).replaceAll('-', '')}`)
  expect(english).toContain(`DTEND;VALUE=DATE:${dayIn(7).replaceAll('-', '')}`)
  expect(english).toContain(String.raw`LOCATION:Hut\; north\, by the lake`)
  expect(chinese).toContain(`/zh-HK/booking/detail/${event.url}?token=`)
})

test('the staff calendar shows a day event as a whole day, with the guest, and no canceled bookings', async () => {
  const event = await createEvent(shop, { kind: 'day', title: 'Whole', hours: everyDay('09:00', '17:00') })
  const made = fine(
    await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(8), time: null, ...createContact('cal') }),
  ).body
  const entries = async () =>
    fine(await shop.owner.get(`/api/admin/calendar?from=${dayIn(8)}&to=${dayIn(9)}`)).body.data.filter((entry: any) =>
      entry.title.includes('Whole'),
    )
  expect(await entries()).toMatchObject([{ title: 'May Chan · Whole', start: dayIn(8), all_day: true, movable: false, status: 'approved' }])
  fine(await guest().post('/api/booking/guest_cancel', { token: made.token }))
  expect(await entries()).toEqual([])
})

test('external calendars get a booking without its guest, and its cancellation for thirty days', async () => {
  const event = await createEvent(shop, { title: 'Outside', kind: 'day', hours: everyDay('09:00', '18:00') })
  const made = fine(await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(4), ...createContact('feed') })).body
  const { url } = fine(await shop.owner.post('/api/admin/calendar/feed', { name: 'Phone' })).body
  const entry = async () => {
    const { body } = await shop.it.app.http.inject({ url: new URL(url).pathname })
    expect(body).not.toContain('May Chan')
    return body.split('BEGIN:VEVENT').find((block) => block.includes(made.number))
  }
  expect(await entry()).toMatch(/STATUS:CONFIRMED/)
  fine(await guest().post('/api/booking/guest_cancel', { token: made.token }))
  expect(await entry()).toMatch(/STATUS:CANCELLED/)
  const ago = (time: string) =>
    shop.it.kernel.db.run(sql`update booking set canceled_at = now() - ${time}::interval where number = ${made.number}`)
  await ago('29 days 23 hours')
  expect(await entry()).toMatch(/STATUS:CANCELLED/)
  await ago('30 days 1 second')
  expect(await entry()).toBeUndefined()
})

test('external calendars get a group session with its places, and its cancellation when nobody is left', async () => {
  const event = await createEvent(shop, { title: 'Group outside' })
  const book = async (name: string) =>
    fine(await guest().post('/api/event/booking', { event_id: event.id, date: dayIn(5), time: '10:00', ...createContact(name) })).body
  const bookings = [await book('group-a'), await book('group-b')]
  const { url } = fine(await shop.owner.post('/api/admin/calendar/feed', { name: 'Group' })).body
  const entry = async () => {
    const { body } = await shop.it.app.http.inject({ url: new URL(url).pathname })
    return body.split('BEGIN:VEVENT').find((block) => block.includes('Group outside'))
  }
  expect(await entry()).toMatch(/SUMMARY:Group outside · 2\/5/)
  expect(await entry()).not.toMatch(/STATUS:CANCELLED/)
  for (const { token } of bookings) fine(await guest().post('/api/booking/guest_cancel', { token }))
  expect(await entry()).toMatch(/STATUS:CANCELLED/)
})
