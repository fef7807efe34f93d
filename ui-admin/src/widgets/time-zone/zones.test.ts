import { expect, test } from 'vitest'
import { matchingZones, timeIn, timeZones } from './zones.ts'

const names = (query: string) => matchingZones(timeZones(), query).map(({ value }) => value)

test('a time zone is found by its city, its region, or words of both in any case', () => {
  expect(names('hong')[0]).toBe('Asia/Hong_Kong')
  expect(names('hong kong')).toEqual(['Asia/Hong_Kong'])
  expect(names('asia/hong_kong')).toEqual(['Asia/Hong_Kong'])
  expect(names('NEW YORK america')).toEqual(['America/New_York'])
  expect(names('europe').every((name) => name.startsWith('Europe/'))).toBe(true)
  expect(names('atlantis')).toEqual([])
  expect(names(' ')).toHaveLength(timeZones().length)
})

test('a zone with a part that starts with the typed text comes before one that only contains it', () => {
  const [first] = names('york')
  expect(first).toBe('America/New_York')
  const found = names('lon')
  expect(found.indexOf('Europe/London')).toBeLessThan(found.findIndex((name) => !/\/Lon/.test(name)))
})

test('the time in a zone is shown, and none for an unknown zone', () => {
  expect(timeIn('Asia/Hong_Kong', 'en-GB')).toMatch(/^\d\d:\d\d$/)
  expect(timeIn('Asia/Atlantis', 'en-GB')).toBe('')
})
