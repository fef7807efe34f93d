import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayBounds } from '../admin/audit/period.ts'
import { browserName } from '../admin/sessions/browser.ts'

/** What of the screens of staff is decided without a shop. */
const ZONES = ['Asia/Hong_Kong', 'America/New_York', 'Europe/London', 'Asia/Kathmandu']
const clockIn = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at))

test('a period is whole days of the clock of the business, from the first moment of one to the last of the other', () => {
  const day = fc.integer({ min: 0, max: 5_000 }).map((n) => new Date(Date.UTC(2018, 0, 1 + n)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, fc.constantFrom(...ZONES), (from, to, zone) => {
      const { created_at__gte: first = '', created_at__lte: last = '' } = dayBounds(from, to, zone)
      expect(clockIn(first, zone)).toBe(`${from} 00:00:00`)
      expect(clockIn(last, zone)).toBe(`${to} 23:59:59`)
      // Nothing lies between one day and the next.
      expect(Date.parse(dayBounds(to, to, zone).created_at__lte ?? '') - Date.parse(last)).toBe(0)
      expect(clockIn(new Date(Date.parse(last) + 1).toISOString(), zone)).toMatch(/ 00:00:00$/)
    }),
  )
})

test('what is no day bounds nothing', () => {
  for (const none of ['', 'x', '2026-11', '2026-13-01', '27/11/2026', '2026-11-27T00:00'])
    expect(dayBounds(none, none, 'Asia/Hong_Kong'), none).toEqual({})
  expect(Object.keys(dayBounds('2026-11-27', '', 'Asia/Hong_Kong'))).toEqual(['created_at__gte'])
  expect(Object.keys(dayBounds('', '2026-11-27', 'Asia/Hong_Kong'))).toEqual(['created_at__lte'])
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome, iPhone'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
    'Firefox, iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera, Linux'],
  ['curl/8.5.0', 'curl'],
  ['stoa-client', 'stoa-client'],
  ['<script>', ''],
  ['', ''],
])('%s is called %j', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})
