import { describe, expect, test } from 'vitest'
import type { FieldInfo, ResourceForm, Row } from 'stoa/api-types'
import {
  changedNames,
  completeness,
  getFields,
  forgivingForm,
  languageName,
  missingTexts,
  translationForm,
  valueIn,
  readRowValues,
} from './localized.ts'

/** A localized row, as a form shows it in one language. */
const field = (name: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  ...{ name, label: name, widget: 'text', required: false, localized: false, readOnly: false, group: '' },
  ...more,
})
const title = field('title', { localized: true, required: true })
const story = field('story', { localized: true })
const note = field('note', { localized: true })
const code = field('code', { required: true })
const fields = [title, story, note, code]
const row = (values: object): Row => ({ id: 1, ...values }) as Row

describe('a localized value', () => {
  const tea = { title: { 'en-US': 'Tea', 'zh-HK': '茶' }, code: 'T1', size: { a: 1 } }

  test('is never taken from another language', () => {
    expect([valueIn(title, tea, 'zh-HK'), valueIn(title, tea, 'zh-CN')]).toEqual(['茶', undefined])
  })

  test('is the value itself for a field that is not localized, also a composite one', () => {
    expect([valueIn(code, tea, 'zh-CN'), valueIn(field('size'), tea, 'zh-CN')]).toEqual(['T1', { a: 1 }])
  })

  test('that is a single text, as in a list, is that text', () => {
    expect(valueIn(title, { title: 'Tea' }, 'zh-HK')).toBe('Tea')
  })
})

describe('a stored row in a form', () => {
  test('starts an unset field empty, never with the default of a new row', () => {
    const unset = [
      field('kind', { widget: 'pick', required: true, default: 'a', options: [{ value: 'a', label: 'A' }] }),
      field('open', { widget: 'switch', default: true }),
      field('tags', { widget: 'tags', default: ['new'] }),
      field('parent', { widget: 'one' }),
      field('name', { default: 'Nameless' }),
      field('count', { widget: 'int', default: 5 }),
      field('published_at', { widget: 'instant', initial: 'now' }),
    ]
    expect(readRowValues(unset, { kind: null, count: null }, 'en-US')).toEqual({
      ...{ kind: null, open: false, tags: [], parent: null, name: '', count: '', published_at: null },
    })
  })

  test('keeps set values, including zero and false', () => {
    const set = [field('count', { widget: 'int' }), field('open', { widget: 'switch' }), title]
    expect(readRowValues(set, { count: 0, open: false, title: { 'zh-HK': '' } }, 'zh-HK')).toEqual({ count: 0, open: false, title: '' })
  })

  test('reports changed fields by name, and ignores equivalent values', () => {
    const before = { title: 'Tea', story: '', note: null, code: ['a'] }
    expect(changedNames(fields, before, { title: 'Tee', story: '', note: undefined, code: ['a'] })).toEqual(['title'])
    expect(changedNames(fields, before, { ...before, code: ['a', 'b'] })).toEqual(['code'])
  })
})

describe('the translation status of a row', () => {
  const getCompleteness = (values: object, language: 'zh-HK' | 'en-US' = 'zh-HK', among = fields) =>
    completeness(among, row(values), language, 'en-US')

  test('depends on the required fields', () => {
    expect(getCompleteness({ title: { 'en-US': 'Tea' } })).toBe('empty')
    expect(getCompleteness({ title: { 'zh-HK': '茶' } })).toBe('complete')
    expect(getCompleteness({ title: { 'en-US': 'Tea' }, story: { 'zh-HK': '…' } })).toBe('partial')
  })

  test('depends on the texts in the main language where nothing is required', () => {
    const free = [story, note]
    const main = { story: { 'en-US': 'x', 'zh-HK': '甲' }, note: { 'en-US': 'y' } }
    expect(getCompleteness(main, 'zh-HK', free)).toBe('partial')
    expect(getCompleteness({ ...main, note: { 'en-US': 'y', 'zh-HK': '乙' } }, 'zh-HK', free)).toBe('complete')
    // A text that is missing in the main language does not count as missing.
    expect(getCompleteness({ story: { 'en-US': 'x', 'zh-HK': '甲' } }, 'zh-HK', free)).toBe('complete')
  })

  test('counts neither empty texts nor fields that are not localized', () => {
    expect(getCompleteness({ title: { 'zh-HK': '' }, code: 'T1' })).toBe('empty')
    expect(completeness(fields, undefined, 'zh-HK', 'en-US')).toBe('empty')
    expect(getCompleteness({ code: 'T1' }, 'zh-HK', [code])).toBe('empty')
  })
})

describe('texts of the main language offered for translation', () => {
  const tea = row({ title: { 'en-US': 'Tea' }, story: { 'en-US': 'Long ago', 'zh-HK': '從前' }, note: { 'en-US': '' }, code: 'T1' })

  test('are those missing in this language, according to the form input', () => {
    expect(missingTexts(fields, tea, { title: '', story: '從前', note: '', code: '' }, 'en-US')).toEqual([['title', 'Tea']])
    expect(missingTexts(fields, tea, { title: '茶', story: '', note: '' }, 'en-US')).toEqual([['story', 'Long ago']])
  })

  test('do not exist for a new row, nor for read-only fields and row tables', () => {
    expect(missingTexts(fields, undefined, {}, 'en-US')).toEqual([])
    expect(missingTexts([{ ...title, readOnly: true }], tea, {}, 'en-US')).toEqual([])
    expect(missingTexts([{ ...title, widget: 'rows' }], row({ title: { 'en-US': [{ a: 1 }] } }), {}, 'en-US')).toEqual([])
  })
})

describe('a form', () => {
  const lids = field('lids', {
    widget: 'rows',
    required: true,
    rows: [field('code', { required: true }), field('size', { required: true })],
  })
  const form = (name: string): ResourceForm =>
    ({
      name,
      groups: [
        { name: 'a', label: 'A', fields: [title, code] },
        { name: 'b', label: 'B', fields: [lids] },
      ],
    }) as ResourceForm
  const required = ({ groups }: ResourceForm) =>
    groups.flatMap(({ fields: all }) =>
      all.flatMap((field) => [
        ...(field.required ? [field.name] : []),
        ...(field.rows ?? []).filter((part) => part.required).map((part) => `${field.name}.${part.name}`),
      ]),
    )

  test('for a translation requires no texts, because missing ones fall back to the main language', () => {
    expect(required(translationForm(form('jar')))).toEqual(['code', 'lids', 'lids.code', 'lids.size'])
  })

  test('requires no value that the server generates, also in nested rows', () => {
    expect(required(forgivingForm(form('jar')))).toEqual(['title', 'lids', 'lids.size'])
  })

  test('without generated values is returned unchanged', () => {
    const other = form('box')
    expect(forgivingForm(other)).toBe(other)
  })

  test('has its fields in the order of its groups', () => {
    expect(getFields(form('jar')).map(({ name }) => name)).toEqual(['title', 'code', 'lids'])
  })
})

test('a language is called by its own name, or by its code where it has none', () => {
  const languages = [{ code: 'zh-HK' as const, name: '繁體中文' }]
  expect([languageName(languages, 'zh-HK'), languageName(languages, 'zh-CN')]).toEqual(['繁體中文', 'zh-CN'])
})
