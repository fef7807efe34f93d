import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries, countryName } from '../common/countries.ts'
import { added } from '../board/amounts.ts'
import { merge } from '../timeline/merge.ts'
import { getChanges, getColumns, getPairs, readable } from './json/shape.ts'
import { isHtml } from './rich/from-html.ts'
import { isNowhere, placeToWire, wrongDegrees } from './place/place.ts'

/** Values other than plain text: places, lists of objects, countries, amounts, and events. */
test.each([
  [{ latitude: 90, longitude: -180 }, undefined],
  [{ latitude: '22.3', longitude: '114.2' }, undefined],
  [{ latitude: 90.01 }, 'latitude'],
  [{ longitude: '-180.5' }, 'longitude'],
  [{ latitude: 'north' }, 'latitude'],
  [{ latitude: 91, longitude: 181 }, 'latitude'],
  [{ latitude: ' ' }, undefined],
  [null, undefined],
] as const)('%j has an invalid coordinate: %s', (place, wrong) => {
  expect(wrongDegrees(place)).toBe(wrong)
})

test('a location is sent with numeric coordinates, and an empty one is null', () => {
  expect(placeToWire({ text: 'Pier', latitude: '22.3', longitude: '' })).toEqual({ text: 'Pier', latitude: 22.3, longitude: null })
  expect(placeToWire({ latitude: 0, longitude: '0' })).toEqual({ text: '', latitude: 0, longitude: 0 })
  expect(placeToWire({ latitude: 'x' })).toEqual({ text: '', latitude: 'x', longitude: null })
  for (const nowhere of [null, undefined, {}, { text: ' ', latitude: '', longitude: null }])
    expect([isNowhere(nowhere), placeToWire(nowhere)]).toEqual([true, null])
})

test('data is shown as a table if it is a list of flat objects, and as it is otherwise', () => {
  expect(getColumns([{ a: 1 }, { b: null, a: 'x' }])).toEqual(['a', 'b'])
  for (const other of [[], [1], [{ a: {} }], [{ a: 1 }, null], { a: 1 }, null])
    expect(getColumns(other), JSON.stringify(other)).toBeUndefined()
  expect(getPairs({ a: 1, b: 'x' })).toEqual([
    ['a', 1],
    ['b', 'x'],
  ])
  for (const other of [[1], { a: [] }, null, 'x']) expect(getPairs(other), JSON.stringify(other)).toBeUndefined()
  expect(getChanges([{ field: 'a', old: 1, new: { deep: 1 } }])).toHaveLength(1)
  for (const other of [[], [{ field: 'a' }], [{ new: 1 }], [null], {}]) expect(getChanges(other), JSON.stringify(other)).toBeUndefined()
  expect([readable('base_currency'), readable('a-b__c'), readable('茶_x'), readable('')]).toEqual(['Base currency', 'A b c', '茶 x', ''])
})

test('every country is listed once in each language, sorted, and an unknown code is shown as it is', () => {
  for (const language of ['en-US', 'zh-HK', 'zh-CN']) {
    const all = countries(language)
    expect(new Set(all.map(({ value }) => value)).size).toBe(all.length)
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
    for (const { value, label } of all) {
      expect([value, value.length]).toEqual([value.toUpperCase(), 3])
      // For an unknown code, browsers return the code itself as its name.
      expect(label, value).not.toMatch(/^[A-Z]{2,3}$/)
    }
  }
  expect(all(['HKG', 'MAC', 'CHN', 'TWN', 'SGP', 'MYS'])).toBe(true)
  expect([countryName('HKG', 'en-US'), countryName('XXX', 'en-US'), countryName('', 'en-US')]).toEqual([
    expect.stringContaining('Hong Kong'),
    'XXX',
    '',
  ])
})
const all = (codes: string[]) => codes.every((code) => countries('en-US').some(({ value }) => value === code))

test('amounts are added up without losing a cent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 30 }), (cents) => {
      const sum = cents.reduce((a, b) => a + b, 0)
      expect(Math.round(Number(added(cents.map((cent) => (cent / 100).toFixed(2)))) * 100)).toBe(sum)
    }),
  )
  expect([added([]), added(['0.1', '0.2']), added(['-0.30', '0.10'])]).toEqual(['0.00', '0.30', '-0.20'])
})

test('a text is HTML if it has block markup, and not with inline markup only', () => {
  for (const html of ['<p>a</p>', 'x <IMG src="y">', '<h2 class="x">', 'a<hr>']) expect(isHtml(html), html).toBe(true)
  for (const words of ['a <b>b</b>', 'a < b', '<px>', '<br>', '']) expect(isHtml(words), words).toBe(false)
})

test('entries are shown only when no incomplete source can still have newer ones', () => {
  const fetched: string[] = []
  const source = (name: string, hours: number[], more: boolean) => ({
    name,
    entries: hours.map((hour) => ({ key: `${name}${hour}`, at: new Date(hour * 3_600_000).toISOString(), kind: 'x', head: '' })),
    ...(more ? { older: () => fetched.push(name) } : {}),
  })
  const two = merge([source('a', [9, 5], true), source('b', [8, 2, 1], true), source('c', [7, 0], false)])
  expect(two.entries.map(({ key, source: from }) => `${key} ${from}`)).toEqual(['a9 a', 'b8 b', 'c7 c', 'a5 a'])
  two.older?.()
  expect(fetched).toEqual(['a'])
  const whole = merge([source('a', [9, 5], false), source('c', [7, 0], false)])
  expect([whole.entries.map(({ key }) => key), whole.older]).toEqual([['a9', 'c7', 'a5', 'c0'], undefined])
  // While a source has not loaded, no entries can be shown.
  expect(merge([source('a', [9], false), source('b', [], true)]).entries).toEqual([])
  expect(merge([]).entries).toEqual([])
})
