import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { form as multipart } from '../../../tests/support/multipart.ts'
import { field, makeForm, withFields } from './form-fixture.ts'

const shop = suite(['forms', 'people'])

let from = 0
/** Each request comes from a different network address. */
const inject = (url: string, payload: object, headers: Record<string, string> = {}) =>
  shop.it.app.http.inject({ method: 'POST', url: `/api/form/${url}`, payload, headers, remoteAddress: `10.3.${from >> 8}.${from++ & 255}` })

/** Submits the form without JavaScript and returns the messages. */
async function byBrowser(url: string, answers: Record<string, string>, language: string) {
  const { body, headers } = multipart({ ...answers, language })
  const sent = await inject(url, body, { ...headers, accept: 'text/html,application/xhtml+xml' })
  expect(sent.statusCode, sent.body).toBe(303)
  const { search } = new URL(String(sent.headers.location), 'http://shop')
  return (await shop.guest.get(`/api/form/${url}${search}&language=${language}`)).body.problems ?? {}
}

const REQUIRED = 'This field is required.'
const COUNTRY = 'Please input country code if the phone field is not empty'
const options = (...values: string[]) => ({ options: values.map((value) => ({ value, label: value.toUpperCase() })) })
const pair = (rule: string) => ({ ...withFields(field('a'), field('b')), rules: [{ rule, keys: ['a', 'b'] }] })
const withField = (more: object) => withFields(field('a', more), field('rest'))
const phone = withFields(field('a', { type: 'phone' }), field('country_code', { type: 'hidden' }))

/** Invalid answers of visitors: rule, form, answers, and messages by field. */
const answered: [string, object, Record<string, string>, Record<string, string>][] = [
  ['required, not there', withField({ required: true }), { rest: 'x' }, { a: REQUIRED }],
  ['required, empty', withField({ required: true }), { a: '' }, { a: REQUIRED }],
  ['required, blank', withField({ required: true }), { a: ' \t' }, { a: REQUIRED }],
  ['required, a long text', withField({ type: 'textarea', required: true }), { a: '\n\n' }, { a: REQUIRED }],
  ['required, one of several', withField({ type: 'single_select', required: true, additional_options: options('x') }), {}, { a: REQUIRED }],
  ['required, several', withField({ type: 'multiple_checkbox', required: true, additional_options: options('x') }), {}, { a: REQUIRED }],
  ['required, a file', withField({ type: 'file', required: true }), {}, { a: REQUIRED }],
  [
    'required, a phone',
    {
      ...phone,
      tabs: [{ title: 'One', fields: [field('a', { type: 'phone', required: true }), field('country_code', { type: 'hidden' })] }],
    },
    {},
    { a: REQUIRED },
  ],
  ['zero is an answer', withField({ required: true }), { a: '0' }, {}],
  ['email', withField({ additional_options: { rule: 'email' } }), { a: 'kim@' }, { a: 'Please enter a valid email address.' }],
  ['email, one that is', withField({ additional_options: { rule: 'email' } }), { a: 'kim@shop.test' }, {}],
  ['url', withField({ additional_options: { rule: 'url' } }), { a: 'javascript:alert(1)' }, { a: 'This input must be a valid URL.' }],
  ['url, one that is', withField({ additional_options: { rule: 'url' } }), { a: 'https://shop.test/?q=1' }, {}],
  ['noSpecific', withField({ additional_options: { rule: 'noSpecific' } }), { a: '<b>' }, { a: 'Please check your input.' }],
  ['noSpecific, what it allows', withField({ additional_options: { rule: 'noSpecific' } }), { a: '茶 Tea_1-2' }, {}],
  ['a phone without its country', phone, { a: '2540 0000' }, { a: COUNTRY }],
  ['a phone with a country of blanks', phone, { a: '2540 0000', country_code: ' ' }, { a: COUNTRY }],
  ['a phone with its country', phone, { a: '2540 0000', country_code: '852' }, {}],
  ['a country without phone', phone, { country_code: '852' }, {}],
  ['a phone of letters', phone, { a: 'call me', country_code: '852' }, { a: 'Please enter a valid phone number.' }],
  [
    'a choice nobody offers',
    withField({ type: 'single_select', additional_options: options('x') }),
    { a: 'y' },
    { a: 'Please choose one of the available options.' },
  ],
  ['at_least_one_required', pair('at_least_one_required'), {}, { a: 'Please fill in at least one of these fields.' }],
  ['at_least_one_required, the second', pair('at_least_one_required'), { b: 'x' }, {}],
  ['others_required_if_field_not_empty', pair('others_required_if_field_not_empty'), { a: 'x' }, { b: REQUIRED }],
  ['others_required_if_field_not_empty, the first is empty', pair('others_required_if_field_not_empty'), { b: 'x' }, {}],
  ['both_empty_or_both_value, the first', pair('both_empty_or_both_value'), { a: 'x' }, { b: REQUIRED }],
  ['both_empty_or_both_value, the second', pair('both_empty_or_both_value'), { b: 'x' }, { a: REQUIRED }],
  ['both_empty_or_both_value, neither', pair('both_empty_or_both_value'), {}, {}],
]

for (const [rule, form, answers, expected] of answered)
  test(`${rule}: JSON and HTML form submissions report the same errors, in each language`, async () => {
    const { url } = await makeForm(shop.owner, form)
    const places = Object.keys(expected)
    const byScript = await inject(url, answers)
    expect([byScript.statusCode, byScript.json().messages ?? {}]).toEqual([
      places.length > 0 ? 422 : 201,
      Object.fromEntries(Object.entries(expected).map(([key, line]) => [key, [line]])),
    ])
    expect(await byBrowser(url, answers, 'en-US')).toEqual(byScript.json().messages ?? {})
    const chinese = []
    for (const language of ['zh-HK', 'zh-CN']) {
      const messages = await byBrowser(url, answers, language)
      expect(Object.keys(messages)).toEqual(places)
      for (const lines of Object.values<string[]>(messages)) expect(lines.join()).toMatch(/^\p{Script=Han}/u)
      chinese.push(JSON.stringify(messages))
    }
    if (places.length > 0) expect(chinese[0]).not.toBe(chinese[1])
  })

const tabs = (...fields: object[][]) => ({ tabs: fields.map((list, i) => ({ title: `Tab ${i}`, fields: list })) })
const at = 'tabs.0.fields.0'

/** Invalid form definitions: rule, form, and messages by path. */
const staffCases: [string, object, Record<string, string>][] = [
  ['a title', { title: ' ' }, { title: REQUIRED }],
  ['a url', { url: '' }, { url: REQUIRED }],
  ['a type of field', withFields({ key: 'a', title: 'A' }), { [`${at}.type`]: REQUIRED }],
  ['a type there is none of', withFields(field('a', { type: 'date' })), { [`${at}.type`]: 'Please choose one of the available options.' }],
  ['a key', withFields(field('', { title: 'A' })), { [`${at}.key`]: REQUIRED }],
  ['a title of a field', withFields(field('a', { title: '' })), { [`${at}.title`]: REQUIRED }],
  ['key_format', withFields(field('My Key')), { [`${at}.key`]: 'Input can only contain lowercase letters, numbers and _ character' }],
  ['key_format, a digit first', withFields(field('1st')), { [`${at}.key`]: 'Input must start with a lowercase letter.' }],
  ['key_format, a line first', withFields(field('_a')), { [`${at}.key`]: 'Input must start with a lowercase letter.' }],
  ['fields_no_repeated_keys', withFields(field('a'), field('a')), { 'tabs.0.fields.1.key': 'Field key can not be repeated.' }],
  ['fields_no_repeated_keys, over tabs', tabs([field('a')], [field('a')]), { 'tabs.1.fields.0.key': 'Field key can not be repeated.' }],
  [
    'no_repeated_keys',
    withFields(field('a', { type: 'single_select', additional_options: options('x', 'x') })),
    { [`${at}.additional_options`]: 'Key can not be repeated.' },
  ],
  ['a field in each tab', tabs([field('a')], []), { 'tabs.1.fields': 'Every form tab must contain at least one field.' }],
]

for (const [rule, form, expected] of staffCases)
  test(`a form definition is validated for ${rule}, by JSON and as an HTML form, in each language`, async () => {
    const body = { title: 'F', url: `texts-${from++}`, ...form }
    const json = await shop.owner.post('/api/admin/form', body)
    expect([json.status, json.body.messages]).toEqual([
      422,
      Object.fromEntries(Object.entries(expected).map(([place, line]) => [place, [line]])),
    ])
    const texts = Object.entries(body).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const asForm = multipart(Object.fromEntries(texts))
    const sent = await shop.owner.post('/api/admin/form', asForm.body, asForm.headers)
    expect([sent.status, sent.body.messages]).toEqual([422, json.body.messages])
    for (const language of ['zh-HK', 'zh-CN']) {
      const response = await shop.owner.post('/api/admin/form', body, { cookie: `admin_language=${language}` })
      expect(Object.keys(response.body.messages)).toEqual(Object.keys(expected))
      expect(Object.values<string[]>(response.body.messages).flat().join()).toMatch(/^\p{Script=Han}/u)
    }
  })
