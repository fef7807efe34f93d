import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from 'stoa/calendar-date'
import { getDateIn } from 'stoa/calendar-date'
import { escaped, type Event, fold, renderIcs } from '../domain/ics.ts'

const unfold = (text: string) => text.replaceAll('\r\n ', '')
const octets = (text: string) => text.split('\r\n').map((line) => Buffer.byteLength(line))
const plain = (value: string) => value.replaceAll(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c))
const words = fc.string({
  unit: fc.oneof(fc.constantFrom('茶', '龍', '🍵', '👩‍👩‍👧', '\\', ';', ',', ':', '"'), fc.string({ unit: 'grapheme' })),
  maxLength: 200,
})

const event: Event = {
  uid: 'deliveries-7@shop.test',
  summary: 'PO7 · West Lake',
  start: '2026-03-03',
  end: null,
  allDay: true,
  changedAt: '2026-03-01T08:30:15.123Z',
  sequence: 2,
  isCanceled: false,
  category: 'Deliveries',
  url: null,
}
const renderLines = (more: Partial<Event>) => renderIcs('Shop', [{ ...event, ...more }], (day) => addDays(day, 1)).split('\r\n')

describe('lines', () => {
  test('are folded at 75 octets and not before', () => {
    expect(octets(fold('x'.repeat(75)))).toEqual([75])
    expect(octets(fold('x'.repeat(76)))).toEqual([75, 2])
    expect(octets(fold('x'.repeat(200)))).toEqual([75, 75, 52])
    expect(octets(fold(`SUMMARY:${'茶'.repeat(40)}`))).toEqual([74, 55])
    expect(octets(fold(`${'x'.repeat(73)}🍵x`))).toEqual([73, 6])
  })

  test('of any text are short enough, split no character and unfold to the original', () => {
    fc.assert(
      fc.property(words, (text) => {
        const line = `SUMMARY:${escaped(text)}`
        const folded = fold(line)
        expect(Math.max(...octets(folded))).toBeLessThanOrEqual(75)
        expect(Buffer.from(folded).toString()).toBe(folded)
        expect(unfold(folded)).toBe(line)
      }),
      { numRuns: 500 },
    )
  })
})

test('a text is read back unchanged, and never ends its line', () => {
  fc.assert(
    fc.property(words, (text) => {
      const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n\u0080-\u009f]/gu, '')
      expect(escaped(text)).not.toMatch(/[\r\n]/)
      expect(plain(escaped(text))).toBe(clean)
    }),
    { numRuns: 500 },
  )
  expect(escaped('a\\b;c,d\r\ne:f\u0000')).toBe(String.raw`a\\b\;c\,d\ne:f`)
})

test('a day ends on the next one, and several days on the day after their last', () => {
  expect(renderLines({})).toEqual(expect.arrayContaining(['DTSTART;VALUE=DATE:20260303', 'DTEND;VALUE=DATE:20260304']))
  expect(renderLines({ end: '2026-03-06' })).toContain('DTEND;VALUE=DATE:20260306')
})

test('an instant is written in UTC, and one without an end has none', () => {
  const lines = renderLines({ allDay: false, start: '2026-03-03T23:15:00+08:00' })
  expect(lines).toContain('DTSTART:20260303T151500Z')
  expect(lines.some((line) => line.startsWith('DTEND'))).toBe(false)
})

test('a canceled entry says so, with its revision and its last change', () => {
  const lines = renderLines({ isCanceled: true })
  expect(lines).toEqual(
    expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:2', 'LAST-MODIFIED:20260301T083015Z', 'DTSTAMP:20260301T083015Z']),
  )
})

test('a calendar is always serialized to the same text, and every line ends with CRLF', () => {
  const text = renderIcs('Shop', [event], (day) => addDays(day, 1))
  expect(renderIcs('Shop', [event], (day) => addDays(day, 1))).toBe(text)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a day is that of the time zone', () => {
  expect(getDateIn('Asia/Hong_Kong', new Date('2026-11-22T16:00:00Z'))).toBe('2026-11-23')
  expect(getDateIn('America/New_York', new Date('2026-11-23T04:59:00Z'))).toBe('2026-11-22')
})
