import fc from 'fast-check'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { FieldInfo } from 'stoa/api-types'
import en from '../i18n/en-US.json'
import { emptyValue, problem, problems, same, isFieldVisible, startValues, textIn, toWire, withText } from './values.ts'

/** Conversion of form input to values. */
beforeAll(() => i18next.init({ lng: 'en-US', resources: { 'en-US': { translation: en } } }))

const field = (widget: string, more: Partial<FieldInfo> = {}): FieldInfo =>
  ({ name: 'a', label: 'A', widget, required: false, readOnly: false, localized: false, ...more }) as FieldInfo
/** The value sent to the server, or `wrong` if validation fails. */
const sent = (widget: string, typed: unknown, more: Partial<FieldInfo> = {}) =>
  problem(field(widget, more), typed) === undefined ? toWire(field(widget, more), typed) : 'wrong'

test.each<[string, unknown, unknown]>([
  ['int', '12', 12],
  ['int', ' -3 ', -3],
  ['int', '1,234', 1_234],
  ['int', '1,234,567', 1_234_567],
  ['int', '12,34', 'wrong'],
  ['int', '1.5', 'wrong'],
  ['int', '1e3', 'wrong'],
  ['int', '9'.repeat(16), 'wrong'],
  ['int', '', null],
  ['int', '  ', null],
  ['int', 0, 0],
  ['decimal', '1,234.50', '1234.50'],
  ['decimal', '12,50', 'wrong'],
  ['decimal', '.5', 'wrong'],
  ['decimal', '', null],
  ['money', '1,234.5', '1234.5'],
  ['money', '12,50', 'wrong'],
  ['money', '1.234', 'wrong'],
  ['money', '-0.05', '-0.05'],
  ['percent', '12.5 %', '12.5'],
  ['percent', '12％', '12'],
  ['percent', '12.345', 'wrong'],
  ['duration', '1:30', 90],
  ['duration', '1h 30m', 90],
  ['duration', 'soon', 'wrong'],
  ['duration', 45, 45],
  ['date', '2026-11-27T00:00:00Z', '2026-11-27'],
  ['date', '', null],
  ['email', 'a@b', 'wrong'],
  ['email', 'a@b.test', 'a@b.test'],
  ['email', '', null],
  ['url', 'javascript:alert(1)', 'wrong'],
  ['url', 'https://x.test', 'https://x.test'],
  ['colour', '#fff', '#fff'],
  ['colour', 'red', 'wrong'],
  ['text', '', ''],
  ['text', null, ''],
  ['area', ' a ', ' a '],
  ['one', '', null],
  ['many', [{ id: 3 }, 4], [3, 4]],
  ['many', null, []],
  ['tags', null, []],
  ['json', '{"a":1}', { a: 1 }],
  ['json', '{', 'wrong'],
  ['json', '', null],
  ['switch', false, false],
])('a %s field with input %j sends %j', (widget, typed, wire) => {
  expect(sent(widget, typed)).toEqual(wire)
})

test('every integer is parsed unchanged, with or without thousands separators', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (n) => {
      expect(sent('int', String(n))).toBe(n)
      expect(sent('int', n.toLocaleString('en-US'))).toBe(n)
    }),
  )
})

test('bounds apply to numbers, inclusively, and lengths to characters', () => {
  for (const widget of ['int', 'decimal', 'money'])
    expect(['1', '2', '9', '10', '11'].map((n) => problem(field(widget, { min: 2, max: 10 }), n) === undefined)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  expect(problem(field('int', { max: 1_000 }), '1,001')).toBeDefined()
  expect(['ab', 'abc', 'abcd', 'abcde'].map((text) => problem(field('text', { minLength: 3, maxLength: 4 }), text) === undefined)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a required field is missing when blank in all languages, and a switch never is', () => {
  const needed = { required: true }
  for (const blank of ['', '  ', null, undefined, []]) expect(problem(field('text', needed), blank), String(blank)).toBeDefined()
  expect(problem(field('switch', needed), null)).toBeUndefined()
  expect(problem(field('int', needed), 0)).toBeUndefined()
  expect(problem(field('text', { ...needed, localized: true }), { 'en-US': ' ', 'zh-HK': '' })).toBeDefined()
  expect(problem(field('text', { ...needed, localized: true }), { 'en-US': '', 'zh-HK': '茶' })).toBeUndefined()
  expect(problem(field('text', { localized: true, maxLength: 1 }), { 'en-US': 'a', 'zh-HK': '茶茶' })).toBeDefined()
  expect(problem(field('place', needed), { text: '', latitude: null, longitude: '' })).toBeDefined()
})

test('errors of visible fields are reported by position, and none of hidden or read-only ones', () => {
  const line = { rows: [field('int', { name: 'n', required: true }), field('text', { name: 'gone', required: true, readOnly: true })] }
  const fields = [
    field('text', { name: 'title', required: true }),
    field('text', { name: 'why', required: true, showIf: { field: 'kind', in: ['other'] } }),
    field('rows', { name: 'lines', ...line }),
  ]
  const values = { title: 'x', kind: 'usual', lines: [{ n: 1 }, { n: 'x' }, {}] }
  expect(Object.keys(problems(fields, values))).toEqual(['lines.1.n', 'lines.2.n'])
  expect(Object.keys(problems(fields, { ...values, kind: 'other', title: '' }))).toEqual(['title', 'why', 'lines.1.n', 'lines.2.n'])
  expect([isFieldVisible(field('text'), {}), isFieldVisible(field('text', { showIf: { field: 'k', in: ['a'] } }), { k: 'b' })]).toEqual([
    true,
    false,
  ])
})

test('rows are sent with ids and without read-only fields, and an empty translation is not sent', () => {
  const rows = field('rows', {
    rows: [
      field('text', { name: 'name', localized: true, required: true }),
      field('int', { name: 'n' }),
      field('text', { name: 'made', readOnly: true }),
    ],
  })
  expect(toWire(rows, [{ id: 7, name: { 'en-US': 'A', 'zh-HK': ' ' }, n: '1,000', made: 'x' }, { name: 'B' }])).toEqual([
    { id: 7, name: { 'en-US': 'A' }, n: 1_000 },
    { name: 'B', n: null },
  ])
  expect(toWire(rows, undefined)).toEqual([])
})

test('a new record starts with the default of each field, else with the empty value of its type', () => {
  const pick = { options: [{ value: 'a', label: 'A' }] } as Partial<FieldInfo>
  expect(
    startValues([
      field('text', { name: 'text' }),
      field('int', { name: 'int', default: 0 }),
      field('switch', { name: 'switch' }),
      field('pick', { name: 'pick', ...pick }),
      field('pick', { name: 'must', required: true, ...pick }),
      field('tags', { name: 'tags' }),
      field('instant', { name: 'instant' }),
      field('rows', {
        name: 'rows',
        rows: [field('int', { name: 'n' }), field('text', { name: 't', default: 'x' })],
        default: [{ n: 1 }] as never,
      }),
    ]),
  ).toEqual({ text: '', int: 0, switch: false, pick: null, must: 'a', tags: [], instant: null, rows: [{ n: 1, t: 'x' }] })
  expect(emptyValue(field('one'))).toBeNull()
})

test('a text in one language is changed without the others, and read without fallback', () => {
  const texts = { 'en-US': 'Tea', 'zh-HK': '茶' }
  expect(withText(texts, 'zh-HK', '龍井')).toEqual({ 'en-US': 'Tea', 'zh-HK': '龍井' })
  expect(withText('plain', 'en-US', null)).toEqual({ 'en-US': '' })
  expect([textIn(texts, 'zh-CN'), textIn('plain', 'zh-CN'), textIn(null, 'en-US')]).toEqual(['', 'plain', ''])
})

test('values are compared deeply, and empty values are equal', () => {
  expect([same({ a: [1] }, { a: [1] }), same(null, undefined), same('', null), same([1, 2], [2, 1])]).toEqual([true, true, false, false])
})
