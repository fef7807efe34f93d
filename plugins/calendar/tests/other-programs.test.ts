import ICAL from 'ical.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contribute, definePlugin } from 'stoa'
import { addDays } from 'stoa/calendar-date'
import { suite } from 'stoa/testing'
import { type Event, renderIcs } from '../domain/ics.ts'
import { CALENDAR_SOURCES, type SourceEntry } from '../index.ts'

/** Feeds as a calendar program reads them, by a parser that is not ours. */
const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
const changed_at = '2026-03-01T08:30:15.000Z'
const tea = String.raw`茶會, 包括龍井; 逗號 \ 反斜線 🍵 `.repeat(6).trim()
const entries: SourceEntry[] = [
  { id: 'leave', title: 'Away', start: tomorrow, end: addDays(tomorrow, 3), all_day: true, version: 4, changed_at },
  { id: 'holiday', title: '中秋節翌日', start: tomorrow, end: null, all_day: true, changed_at },
  {
    id: 'late',
    title: tea,
    start: `${tomorrow}T15:30:00.000Z`,
    end: `${tomorrow}T16:30:00.000Z`,
    all_day: false,
    link: 'tasks/7',
    changed_at,
  },
  { id: 'off', title: 'Canceled\nline two', start: `${tomorrow}T01:00:00+08:00`, end: null, all_day: false, gone: true, changed_at },
]
const plans = definePlugin({
  id: 'plans',
  after: ['calendar'],
  contributions: [
    contribute(CALENDAR_SOURCES, 'plans', {
      title: 'plans:calendar.plans',
      hue: 'teal',
      read: async () => [],
      mine: { read: async () => entries },
    }),
  ],
})
const shop = suite(['calendar'], { extra: [plans] })

function parse(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const events = calendar.getAllSubcomponents('vevent').map((component) => ({ component, event: new ICAL.Event(component) }))
  return { calendar, events: new Map(events.map((parsed) => [parsed.event.uid.split('@')[0] ?? '', parsed])) }
}

test('a calendar program reads all-day entries, instants, characters, cancellations and links of a feed', async () => {
  const { body } = await shop.owner.post('/api/admin/calendar/feed', { name: 'Phone', scope: 'mine' })
  const sent = await shop.it.app.http.inject({ url: new URL(body.url).pathname })
  const { calendar, events } = parse(sent.body)
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect([...events.keys()]).toEqual(['plans-leave', 'plans-holiday', 'plans-late', 'plans-off'])
  const days = (uid: string) => {
    const { startDate, endDate } = events.get(uid)?.event ?? {}
    return [startDate?.isDate, startDate?.toString(), endDate?.toString()]
  }
  expect(days('plans-leave')).toEqual([true, tomorrow, addDays(tomorrow, 3)])
  expect(days('plans-holiday')).toEqual([true, tomorrow, addDays(tomorrow, 1)])
  expect(events.get('plans-leave')?.event.sequence).toBe(4)
  const late = events.get('plans-late')
  expect(late?.event.summary).toBe(tea)
  expect([late?.event.startDate.toJSDate().toISOString(), late?.event.endDate.toJSDate().toISOString()]).toEqual([
    `${tomorrow}T15:30:00.000Z`,
    `${tomorrow}T16:30:00.000Z`,
  ])
  // The program shows it on the clock of its reader: here half an hour before midnight in Hong Kong.
  expect(late?.event.startDate.zone.tzid).toBe('UTC')
  expect(late?.component.getFirstPropertyValue('url')).toBe(`${shop.it.kernel.config.publicUrl}/admin/tasks/7`)
  const off = events.get('plans-off')
  expect([off?.event.summary, off?.component.getFirstPropertyValue('status')]).toEqual(['Canceled\nline two', 'CANCELLED'])
  expect(off?.event.startDate.toJSDate().toISOString()).toBe(`${addDays(tomorrow, -1)}T17:00:00.000Z`)
})

test('a calendar program reads back any title of any length', () => {
  const words = fc.string({
    unit: fc.oneof(fc.constantFrom('茶', '龍', '🍵', '👩‍👩‍👧', '\\', ';', ',', ':', '"', '\n', 'é'), fc.constantFrom(...'abc xyz')),
    minLength: 1,
    maxLength: 300,
  })
  const event: Event = {
    ...{ uid: 'a@b', summary: '', start: '2026-03-03', end: null, allDay: true, changedAt: changed_at },
    ...{ sequence: 0, isCanceled: false, category: '', url: null },
  }
  fc.assert(
    fc.property(words, words, (summary, category) => {
      const file = renderIcs('Shop', [{ ...event, summary, category }], (day) => addDays(day, 1))
      const read = parse(file).events.get('a')
      expect(read?.event.summary).toBe(summary)
      expect(read?.component.getFirstPropertyValue('categories')).toBe(category)
    }),
    { numRuns: 300 },
  )
})
