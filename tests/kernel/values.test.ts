import { describe, expect, test } from 'vitest'
import { checkInput, definePlugin, defineResource, f, AppError, INVALID } from 'stoa'
import { isDay, isHttpUrl, findProblem, createProblemFinder } from '../../core/fields/rules.ts'
import { columnType, valueType } from '../../core/fields/columns.ts'
import type { Field } from '../../core/fields/types.ts'
import { parseList, parseJson } from '../../core/field-types/choices.ts'
import { BadText } from '../../core/field-types/define.ts'
import { whole } from '../../core/field-types/numbers.ts'
import { parseMinutes } from '../../core/parse-minutes.ts'
import { isTimeZone } from '../../core/text/time-zone.ts'
import { compareValue } from '../../core/resource/changes.ts'
import { Registry } from '../../core/plugin/registry.ts'

/** The message key of a validation problem; `ok` if there is none. */
const getProblemKey = (field: Field, value: unknown) => {
  const problem = findProblem(field, field['x-field'].type.normalize(value))
  return problem === undefined ? 'ok' : typeof problem === 'string' ? problem : problem.key.replace('core:rule.', '')
}
const params = (field: Field, value: unknown) => (findProblem(field, value) as { params?: object } | undefined)?.params
const typed = (field: Field, words: string) => field['x-field'].type.parse(words, field['x-field'])
const badText = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof BadText) return error.key.replace('core:rule.', '')
    throw error
  }
  return undefined
}

describe('a date', () => {
  test.each(['1900-01-01', '2028-02-29', '2999-12-31'])('%s is valid', (day) => expect(isDay(day)).toBe(true))
  test.each([
    '1899-12-31',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '3000-01-01',
    '2026-1-1',
    ' 2026-01-01',
    '2026-01-01T00:00',
    'today',
    '',
  ])('%j is invalid', (day) => expect(isDay(day)).toBe(false))
})

test.each([
  ['90', 90],
  ['0', 0],
  ['1:30', 90],
  ['0:05', 5],
  ['1h 30m', 90],
  ['2H', 120],
  ['45 min', 45],
  ['1h30min', 90],
  [' 5m ', 5],
])('a duration: %j is %i minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes))
test.each(['', ' ', '1:60', '1:5', '-5', '1.5', 'h', 'an hour', '5m 1h', '1h h', '12345678', '5 s'])('%j is not a duration', (text) =>
  expect(parseMinutes(text)).toBeUndefined(),
)

test('a web URL starts with http or https', () => {
  for (const good of ['https://a.test', 'http://a.test/b?c#d']) expect(isHttpUrl(good)).toBe(true)
  for (const bad of ['ftp://a.test', 'javascript:x()', '//a.test', 'a.test', 'https://', '']) expect(isHttpUrl(bad), bad).toBe(false)
})

describe('a validation error depends on the field type', () => {
  test.each<[string, Field, unknown, string]>([
    ['a text', f.text(), 'x'.repeat(255), 'ok'],
    ['a text', f.text(), 'x'.repeat(256), 'max_length'],
    ['a text', f.text(), ' \n ', 'required'],
    ['a text', f.text({ minLength: 3 }), 'ab', 'min_length'],
    ['a text', f.text({ default: '' }), '', 'ok'],
    ['a text', f.text(), 'a\0b', 'check_input'],
    ['a text', f.text(), 'half \ud800', 'check_input'],
    ['a text', f.text(), 5, 'check_input'],
    ['a picture', f.image(), '', 'required_image'],
    ['a picture', f.image(), '../etc/passwd', 'image'],
    ['a picture', f.image(), 'img/ab/a.png', 'ok'],
    ['a slug', f.slug(), '茶-1_a.b', 'ok'],
    ['a slug', f.slug(), '-a', 'slug'],
    ['a slug', f.slug(), 'a b', 'slug'],
    ['a key', f.key(), 'a_1', 'ok'],
    ['a key', f.key(), '1a', 'key_start'],
    ['an address', f.email(), 'May@Shop.test', 'ok'],
    ['an address', f.email(), 'may@', 'email'],
    ['a number', f.phone(), '+852 (2345) 67-8', 'ok'],
    ['a number', f.phone(), '12', 'phone'],
    ['a number', f.phone(), '2345x', 'phone'],
    ['a colour', f.colour(), '#ABC', 'ok'],
    ['a colour', f.colour(), 'red', 'colour'],
    ['a password', f.password(), 'seven77', 'password'],
    ['a password', f.password(), 'eight888', 'ok'],
    ['a password', f.password(), 'x'.repeat(129), 'max_length'],
    ['a whole number', f.int({ min: 1, max: 5 }), 0, 'min'],
    ['a whole number', f.int({ min: 1, max: 5 }), 6, 'max'],
    ['a whole number', f.int({ min: 1, max: 5 }), 5, 'ok'],
    ['a whole number', f.int(), 1.5, 'integer'],
    ['a whole number', f.int(), 2 ** 31, 'max'],
    ['a decimal', f.decimal({ min: 0 }), '-0.1', 'min'],
    ['a decimal', f.decimal({ max: 2 }), '2.00000001', 'max'],
    ['a decimal', f.decimal(), '1.123456789', 'decimal'],
    ['a decimal', f.decimal(), '1e3', 'decimal'],
    ['a share', f.percent(), '100', 'ok'],
    ['a share', f.percent(), '100.01', 'max'],
    ['a share', f.percent(), '1.234', 'percent'],
    ['an amount', f.money(), '12.5', 'ok'],
    ['an amount', f.money(), 12.5, 'ok'],
    ['an amount', f.money(), '-0.01', 'min'],
    ['an amount', f.money({ min: 1 }), '0.99', 'min'],
    ['an amount', f.money(), '1.001', 'money'],
    ['an amount', f.money(), '9'.repeat(13), 'money'],
    ['a choice', f.pick(['a', 'b']), 'c', 'choice'],
    ['choices', f.picks(['a', 'b']), ['a', 'a'], 'no_repeated'],
    ['tags', f.tags({ maxItems: 2 }), ['a', 'b', 'c'], 'max_items'],
    ['tags', f.tags(), ['a', ' '], 'check_input'],
    ['a day', f.date(), '2026-02-30', 'date'],
    ['a moment', f.instant(), '2026-11-21T05:00:00+08:00', 'ok'],
    ['a moment', f.instant(), '2026-11-21T23:59:60Z', 'instant'],
    ['a moment', f.instant(), '1899-12-31T00:00:00Z', 'instant'],
    ['a time', f.time(), '9:30', 'ok'],
    ['a time', f.time(), '24:00', 'time'],
    ['weekdays', f.weekdays(), [0], 'weekdays'],
    ['weekdays', f.weekdays(), [7, 1], 'ok'],
    ['weekdays', f.weekdays(), [1, 1], 'no_repeated'],
    ['a length of time', f.duration(), -1, 'min'],
    ['ids', f.ids({ minItems: 1 }), [], 'required'],
  ])('%s %#: %j', (_title, field, value, key) => expect(getProblemKey(field, value)).toBe(key))

  test('and includes its bounds', () => {
    expect(params(f.int({ min: 3 }), 2)).toEqual({ min: 3 })
    expect(params(f.int({ max: 3 }), 4)).toEqual({ max: 3 })
    expect(params(f.text({ maxLength: 3 }), 'abcd')).toEqual({ max: 3 })
    expect(params(f.text({ minLength: 3 }), 'ab')).toEqual({ min: 3 })
    expect(params(f.tags({ maxItems: 1 }), ['a', 'b'])).toEqual({ max: 1 })
    expect(params(f.money({ min: 2 }), '1.99')).toEqual({ min: 2 })
  })

  test('or uses the messages of the declaration, with another for a missing value', () => {
    const field = f.int({ min: 1, max: 5, says: 'shop:stars', missing: 'shop:no_stars' })
    expect(findProblem(field, 9)).toEqual({ key: 'shop:stars', params: { min: 1, max: 5 } })
    expect(findProblem(f.text({ missing: 'shop:no_name' }), ' ')).toEqual({ key: 'shop:no_name' })
    expect(findProblem(f.decimal({ max: 5, says: 'shop:rate' }), '6')).toMatchObject({ key: 'shop:rate' })
  })

  test('and describes a schema violation in words', () => {
    const wrong = createProblemFinder({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } })
    expect(wrong({ id: 1 })).toBeUndefined()
    expect(wrong({})).toContain("required property 'id'")
    expect(wrong({ id: 'x' })).toContain('it/id must be integer')
  })
})

describe('typed text', () => {
  test('for a list is JSON or separated by bars', () => {
    expect(parseList(' a | b ||c ')).toEqual(['a', 'b', 'c'])
    expect(parseList('["a", 1, true]')).toEqual(['a', '1', 'true'])
    expect(parseList(' ')).toEqual([])
    for (const wrong of ['[1', '[null]', '[[1]]', '[{}]'])
      expect(
        badText(() => parseList(wrong)),
        wrong,
      ).toBe('json')
    expect(badText(() => parseJson('{'))).toBe('json')
  })

  test('for a flag has several spellings, and anything else is refused', () => {
    const flag = f.flag({ default: false })
    for (const yes of ['1', ' TRUE', 'Yes', 'y', 'on', '是']) expect(typed(flag, yes), yes).toBe(true)
    for (const no of ['0', 'false', 'No ', 'n', 'OFF', '否', '']) expect(typed(flag, no), no).toBe(false)
    for (const wrong of ['2', 'maybe', '-1'])
      expect(
        badText(() => typed(flag, wrong)),
        wrong,
      ).toBe('boolean')
  })

  test('for a number must be an integer, for a choice a listed one in any case', () => {
    expect(whole(' -12 ')).toBe(-12)
    for (const wrong of ['', '1.0', '1e3', '1 2', '٣', '9'.repeat(16)])
      expect(
        badText(() => whole(wrong)),
        wrong,
      ).toBe('integer')
    expect(typed(f.pick(['Small', 'large']), ' small ')).toBe('Small')
    expect(typed(f.pick([1, 2]), '2')).toBe(2)
    expect(typed(f.pick(['a']), 'b')).toBe('b')
    expect(typed(f.weekdays(), '1, 7')).toEqual([1, 7])
    expect(typed(f.weekdays(), '1|7')).toEqual([1, 7])
    expect(typed(f.percent(), '12.5 %')).toBe('12.5')
    expect(typed(f.money(), ' 1,280.50 ')).toBe('1280.50')
    expect(badText(() => typed(f.duration(), 'soon'))).toBe('duration')
  })
})

test('a single-line text stays on one line: breaks become spaces, and direction overrides are removed', async () => {
  const typed = { name: ' May\r\nBcc: all\u2028of\tthem \u202ebackwards\u2066 ', note: 'one\ntwo' }
  expect(await checkInput({ name: f.text(), note: f.area() }, typed)).toEqual({ name: 'May Bcc: all of them backwards', note: 'one\ntwo' })
})

test('a column has the type of its field type, and is JSON when localized', () => {
  expect(columnType(f.text({ localized: true })['x-field'])).toBe('jsonb')
  expect(valueType(f.text({ localized: true })['x-field'])).toBe('text')
  expect(columnType(f.pick([1, 2])['x-field'])).toBe('integer')
  expect(columnType(f.pick(['a'])['x-field'])).toBe('text')
  expect(columnType(f.password()['x-field'])).toBeNull()
})

test('ids are given with commas, as a list or as strings; duplicates count once, and invalid ids are refused', async () => {
  for (const [input, typedIn] of [
    ['3, 1,,3', true],
    [[3, '1', 3], false],
    [['3', '1'], true],
  ] as const)
    expect(await checkInput({ ids: f.ids() }, { ids: input }, typedIn)).toEqual({ ids: [1, 3] })
  for (const wrong of ['1,x', [1, 'x'], [0], [1.5], [-1], { 0: 1 }, 5])
    await expect(checkInput({ ids: f.ids() }, { ids: wrong }), JSON.stringify(wrong)).rejects.toMatchObject({ kind: INVALID })
})

describe('the changes of a write', () => {
  const fields = {
    title: f.text({ localized: true }),
    price: f.money(),
    rate: f.decimal(),
    days: f.weekdays(),
    place: f.maybe(f.place()),
    key: f.maybe(f.sealed()),
    word: f.maybe(f.password()),
  }
  const r = new Registry([definePlugin({ id: 'shop', resources: [defineResource({ name: 'jar', fields })] })]).resource('jar')
  const changes = (name: keyof typeof fields, old: unknown, value: unknown) => {
    const field = r.byName.get(name)
    if (!field) throw new Error(name)
    return compareValue(field, old, value)
  }

  test('are empty for equal values in another notation', () => {
    expect(changes('price', '5.00', '5')).toEqual([])
    expect(changes('rate', '1.50', '1.5')).toEqual([])
    expect(changes('place', { text: 'a', latitude: 1, longitude: 2 }, { longitude: 2, latitude: 1, text: 'a' })).toEqual([])
    expect(changes('title', { 'en-US': 'Tea' }, { 'en-US': 'Tea', 'zh-HK': '' })).toEqual([])
    expect(changes('place', null, undefined)).toEqual([])
  })

  test('use the format of API responses, per language for localized fields', () => {
    expect(changes('price', '5.00', '5.1')).toEqual([{ field: 'price', old: '5.00', new: '5.10' }])
    expect(changes('price', null, '0')).toEqual([{ field: 'price', old: null, new: '0.00' }])
    expect(changes('days', [1], [1, 2])).toEqual([{ field: 'days', old: [1], new: [1, 2] }])
    expect(changes('title', { 'en-US': 'Tea', 'zh-HK': '茶' }, { 'zh-HK': '', 'zh-CN': '茶叶' })).toEqual([
      { field: 'title:zh-HK', old: '茶', new: '' },
      { field: 'title:zh-CN', old: '', new: '茶叶' },
    ])
  })

  test('are masked for secrets, and always count as a change', () => {
    for (const name of ['key', 'word'] as const) expect(changes(name, 'a', 'a')).toEqual([{ field: name, old: '•••', new: '•••' }])
  })
})

describe('validated input without a record', () => {
  const refusal = async (
    fields: Parameters<typeof checkInput>[0],
    input: Record<string, unknown>,
    options?: Parameters<typeof checkInput>[2],
  ) => {
    const error: unknown = await checkInput(fields, input, options).then(
      () => undefined,
      (e: unknown) => e,
    )
    if (!(error instanceof AppError) || error.kind !== INVALID) throw error ?? new Error('it was taken')
    return Object.keys(error.messages)
  }

  test('has the declared fields only: trimmed, and with defaults', async () => {
    const fields = { name: f.text(), note: f.maybe(f.text()), size: f.int({ default: 3 }), price: f.money() }
    expect(await checkInput(fields, { name: ' May ', price: 5, more: 1 })).toEqual({ name: 'May', note: null, size: 3, price: '5' })
    expect(await checkInput(fields, { name: 'May', note: ' ', size: 1, price: '5' })).toMatchObject({ note: null, size: 1 })
    expect(await checkInput(undefined, { a: 1 })).toEqual({})
  })

  test('is refused with all errors, in lists and objects by path', async () => {
    const fields = { name: f.text(), lines: f.items({ id: f.int({ min: 1 }), at: f.group({ day: f.date() }) }) }
    expect(await refusal(fields, { lines: [{ id: 1, at: { day: '2026-01-01' } }, { id: 0, at: { day: 'x' } }, 5, { id: 1 }] })).toEqual([
      'name',
      'lines.1.id',
      'lines.1.at.day',
      'lines.2',
      'lines.3.at',
    ])
  })

  test('is parsed from strings only when typed', async () => {
    const fields = { n: f.int(), yes: f.flag({ default: false }) }
    expect(await checkInput(fields, { n: '5', yes: '1' }, true)).toEqual({ n: 5, yes: true })
    expect(await refusal(fields, { n: '5', yes: '1' })).toEqual(['n', 'yes'])
    expect(await refusal(fields, { n: '5', yes: '1' }, (name) => name === 'n')).toEqual(['yes'])
    expect(await refusal(fields, { n: 'x', yes: 'perhaps' }, true)).toEqual(['n', 'yes'])
    expect(await checkInput(fields, { n: '5', yes: '' }, true)).toEqual({ n: 5, yes: false })
  })

  test('has ids without duplicates, sorted unless their order matters', async () => {
    expect(await checkInput({ ids: f.ids() }, { ids: [3, 1, 3] })).toEqual({ ids: [1, 3] })
    expect(await checkInput({ ids: f.ids({ ordered: true }) }, { ids: [3, 1, 3] })).toEqual({ ids: [3, 1] })
  })
})

test.each([
  ['Asia/Hong_Kong', true],
  ['Asia/Kolkata', true],
  ['Etc/GMT+8', true],
  ['UTC', true],
  ['Asia/Nowhere', false],
  ['', false],
  ['x y', false],
  // Read differently by the runtime and PostgreSQL, or unknown to one of them.
  ['+08:00', false],
  ['AST', false],
  ['SystemV/PST8', false],
])('whether %j is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))
