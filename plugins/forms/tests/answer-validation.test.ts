import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAnswers, type Judging } from '../domain/answers.ts'
import { definitionProblems, type Drafted } from '../domain/definition.ts'
import { cleanOptions, cleanRules, MOST_BYTES, Unfit } from '../domain/options.ts'
import {
  getCodeKey,
  type FieldOptions,
  type FieldType,
  type GroupRule,
  type Shape,
  type ShapeField,
  getStructure,
} from '../domain/shape.ts'
import { formatAnswers } from '../services/emails.ts'
import { getEmail, getName } from '../services/submitter.ts'

/** Answer validation, as pure functions. */
const ask = (type: FieldType, o: FieldOptions = {}, more: Partial<ShapeField> = {}): ShapeField => ({
  key: 'a',
  type,
  required: false,
  title: {},
  placeholder: {},
  class: '',
  additional_options: o,
  ...more,
})
const form = (fields: ShapeField[], rules: GroupRule[] = []): Shape => ({ tabs: [{ title: {}, fields }], rules })
const judging: Judging = { codes: ['852', '86'], fits: (pattern, text) => new RegExp(`^(?:${pattern})$`, 'u').test(text) }
const judge = (shape: Shape, input: Record<string, unknown>, more: Partial<Judging> = {}) =>
  judgeAnswers(shape, input, { ...judging, ...more })
/** Validates one answer: returns the parsed answer, or the keys of the errors. */
const judgeField = (field: ShapeField, answer: unknown, more: Partial<Judging> = {}) => {
  const { answers, problems } = judge(form([field]), { a: answer }, more)
  return problems.a?.map(({ key }) => key) ?? answers.a
}
const two = [
  { value: 'x', label: {} },
  { value: 'y', label: {} },
  { value: 'z', label: {} },
]

test.each<[string, ShapeField, unknown, unknown]>([
  ['a text is kept without what stands around it', ask('text'), '  Tea ', 'Tea'],
  ['a number is a text as well', ask('text'), 7, '7'],
  ['blanks are no answer', ask('text'), '   ', undefined],
  ['a text has a thousand letters at most', ask('text'), 'x'.repeat(1_001), ['core:rule.max_length']],
  ['a thousand are taken', ask('text'), 'x'.repeat(1_000), 'x'.repeat(1_000)],
  ['letters are counted as people count them', ask('text', { max: 2 }), '茶🍵', '茶🍵'],
  ['of its own bound the last is taken', ask('text', { min: 2, max: 3 }), 'abc', 'abc'],
  ['and one more is not', ask('text', { min: 2, max: 3 }), 'abcd', ['core:rule.max_length']],
  ['nor one fewer', ask('text', { min: 2 }), 'a', ['core:rule.min_length']],
  ['an empty one is not too short', ask('text', { min: 2 }), '', undefined],
  ['a pattern is about the whole', ask('text', { pattern: 'a|b' }), 'ab', ['forms:error.pattern']],
  ['a rule is told before a pattern', ask('text', { rule: 'email', pattern: 'x' }), 'nope', ['core:rule.email']],
  ['an address has a dot after its sign', ask('text', { rule: 'email' }), 'a@b', ['core:rule.email']],
  ['an address holds no second one', ask('text', { rule: 'email' }), 'a@b.test,c@d.test', ['core:rule.email']],
  ['an address breaks no line', ask('text', { rule: 'email' }), 'a@b.test\nBcc: c@d.test', ['core:rule.email']],
  ['an address in letters of any kind', ask('text', { rule: 'email' }), '茶@例子.香港', '茶@例子.香港'],
  ['a web address is one that acts in no page', ask('text', { rule: 'url' }), 'javascript:alert(1)', ['core:rule.url']],
  ['a web address', ask('text', { rule: 'url' }), 'https://x.test/a', 'https://x.test/a'],
  ['signs are refused where they are to be', ask('text', { rule: 'noSpecific' }), '茶-1_a b', '茶-1_a b'],
  ['one sign is enough', ask('text', { rule: 'noSpecific' }), 'a;b', ['core:rule.check_input']],
  ['a long text has five thousand', ask('textarea'), 'x'.repeat(5_001), ['core:rule.max_length']],
  ['unless it says otherwise', ask('textarea', { max: 5_001 }), 'x'.repeat(5_001), 'x'.repeat(5_001)],
  ['an object is no text', ask('text'), { evil: 1 }, ['core:rule.check_input']],
  ['nor is a list', ask('text'), ['a'], ['core:rule.check_input']],
  ['nor yes and no', ask('text'), true, ['core:rule.check_input']],
  ['one of those offered', ask('single_select', { options: two }), 'x', 'x'],
  ['none of those offered', ask('single_select', { options: two }), 'q', ['core:rule.choice']],
  ['what every object has is not offered', ask('single_select', { options: two }), 'constructor', ['core:rule.choice']],
  ['one tick comes as a text', ask('multiple_checkbox', { options: two }), 'x', ['x']],
  ['ticks twice are one', ask('multiple_checkbox', { options: two, max: 1 }), ['x', 'x'], ['x']],
  ['too few ticks', ask('multiple_checkbox', { options: two, min: 2 }), ['x'], ['forms:error.min_choices']],
  ['no tick is not too few', ask('multiple_checkbox', { options: two, min: 2 }), [], undefined],
  ['too many ticks', ask('multiple_checkbox', { options: two, max: 2 }), ['x', 'y', 'z'], ['forms:error.max_choices']],
  ['a tick that is not there', ask('multiple_checkbox', { options: two }), ['x', 'q'], ['core:rule.choice']],
  ['a tick of no text', ask('multiple_checkbox', { options: two }), [1], ['core:rule.check_input']],
  ['one file, unless more are asked for', ask('file'), ['p', 'q'], ['forms:error.max_files']],
  ['as many files as are asked for', ask('file', { max_files: 2 }), ['p', 'q'], ['p', 'q']],
  ['a hidden field holds what the form says', ask('hidden', { default: 'set' }), 'other', 'set'],
  ['or what the address says', ask('hidden', { default: 'set', from_query: true }), 'other', 'other'],
  ['and without an address what the form says', ask('hidden', { default: 'set', from_query: true }), '', 'set'],
  ['five hundred letters of it', ask('hidden', { from_query: true }), 'x'.repeat(501), ['core:rule.max_length']],
])('%s', (_, field, answer, expected) => {
  expect(judgeField(field, answer)).toEqual(expected)
})

test('staff may correct what a visitor could not type', () => {
  expect(judgeField(ask('hidden', { default: 'set' }), 'other', { staff: true })).toBe('other')
  expect(judgeField(ask('hidden', { default: 'set' }), '', { staff: true })).toBeUndefined()
})

test.each([
  ['91234567', true],
  ['(852) 9123-4567', true],
  ['+852 9123', true],
  ['12', false],
  ['1-2', false],
  ['9123 4567 ext', false],
  ['1'.repeat(31), false],
  ['１２３４', false],
])('%j is a valid phone number: %s', (text, is) => {
  const shape = form([ask('phone', { country_code_key: 'code' }), ask('hidden', {}, { key: 'code' })])
  expect(Object.keys(judge(shape, { a: text, code: '852' }).problems)).toEqual(is ? [] : ['a'])
})

test('a country code must be a supported one, is required with a number, and dropped without one', () => {
  const shape = form([ask('phone', { country_code_key: 'code' }), ask('hidden', {}, { key: 'code', required: true })])
  expect(judge(shape, { a: '9123', code: '1' }).problems).toHaveProperty('code')
  expect(judge(shape, { a: '9123' }).problems).toEqual({ a: [{ key: 'people:error.country_code' }] })
  expect(judge(shape, { code: '852' })).toEqual({ answers: {}, problems: {} })
})

test('a missing required field is reported by its key, and unknown answers are dropped', () => {
  const shape = form([ask('text', {}, { required: true }), ask('multiple_checkbox', { options: two }, { key: 'b', required: true })])
  expect(Object.keys(judge(shape, { b: [], extra: 'x', __proto__: { a: 'inherited' } }).problems)).toEqual(['a', 'b'])
  expect(judge(shape, { a: '1', b: 'x', extra: 'x' }).answers).toEqual({ a: '1', b: ['x'] })
})

test.each<[GroupRule['rule'], string, string]>([
  ['at_least_one_required', '', 'a'],
  ['at_least_one_required', 'b', ''],
  ['at_least_one_required', 'abc', ''],
  ['others_required_if_field_not_empty', '', ''],
  ['others_required_if_field_not_empty', 'bc', ''],
  ['others_required_if_field_not_empty', 'a', 'bc'],
  ['others_required_if_field_not_empty', 'ab', 'c'],
  ['both_empty_or_both_value', '', ''],
  ['both_empty_or_both_value', 'abc', ''],
  ['both_empty_or_both_value', 'b', 'ac'],
])('%s with %j filled reports %j as missing', (rule, filled, lacks) => {
  const keys = ['a', 'b', 'c']
  const shape = form(
    keys.map((key) => ask('text', {}, { key })),
    [{ rule, keys }],
  )
  const { problems } = judge(shape, Object.fromEntries([...filled].map((key) => [key, 'x'])))
  expect(Object.keys(problems).join('')).toBe(lacks)
})

test('validating a stored answer again does not change it, and every key is either answered or reported', () => {
  const anything = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()), fc.object())
  const shape = form([
    ask('text', { min: 2, max: 5 }),
    ask('multiple_checkbox', { options: two, max: 2 }, { key: 'b' }),
    ask('single_select', { options: two }, { key: 'c' }),
    ask('hidden', { from_query: true }, { key: 'd' }),
  ])
  fc.assert(
    fc.property(fc.record({ a: anything, b: anything, c: anything, d: anything }), (input) => {
      const { answers, problems } = judge(shape, input)
      if (Object.keys(problems).length === 0) expect(judge(shape, answers).answers).toEqual(answers)
      for (const key of Object.keys(answers)) expect(problems).not.toHaveProperty(key)
    }),
  )
})

const drafted = (key: string, more: Partial<Drafted> = {}): Drafted => ({
  key,
  type: 'text',
  enabled: true,
  additional_options: {},
  ...more,
})
const wrong = (tabs: Drafted[][], rules: GroupRule[] = []) => {
  const found = definitionProblems(
    tabs.map((fields) => ({ fields })),
    rules,
  )
  return Object.entries(found).map(([path, whys]) => `${path} ${whys.map(({ key }) => key.split('.')[1]).join()}`)
}

test('errors in a form definition are reported by position', () => {
  expect(wrong([])).toEqual(['tabs no_tab'])
  expect(wrong([[drafted('a')], []])).toEqual(['tabs.1.fields empty_tab'])
  expect(wrong([[drafted('a')], [drafted('a', { enabled: false })]])).toEqual(['tabs.1.fields.0.key field_key'])
  expect(wrong([[drafted('captcha'), drafted('constructor')]])).toEqual([
    'tabs.0.fields.0.key reserved_key',
    'tabs.0.fields.1.key reserved_key',
  ])
  expect(wrong([[drafted('a', { enabled: false })]])).toEqual(['tabs all_off'])
  const phone = drafted('p', { type: 'phone', additional_options: { country_code_key: 'code' } })
  expect(wrong([[phone]])).toEqual(['tabs.0.fields.0.additional_options phone_country'])
  expect(wrong([[phone, drafted('code', { enabled: false })]])).toEqual(['tabs.0.fields.0.additional_options phone_country'])
  expect(wrong([[phone], [drafted('code')]])).toEqual([])
  expect(wrong([[drafted('p', { type: 'phone', additional_options: { country_code_key: 'p' } })]])).toHaveLength(1)
  expect(wrong([[drafted('a'), drafted('b', { enabled: false })]], [{ rule: 'at_least_one_required', keys: ['a', 'b'] }])).toEqual([
    'rules rule_key',
  ])
})

const fieldContext = { languages: ['en-US', 'zh-HK'], main: 'en-US', knownExtensions: ['jpg', 'png', 'pdf'] }
const clean = (type: FieldType, input: unknown) => {
  try {
    return cleanOptions(type, input, fieldContext)
  } catch (error) {
    if (error instanceof Unfit) return error.problem.key
    throw error
  }
}

test('field options are kept as far as the type allows them', () => {
  expect(clean('text', { min: '2', max: 5, rule: 'email', evil: 1, options: [] })).toEqual({ min: 2, max: 5, rule: 'email' })
  expect(clean('textarea', { min: 2, max: 5, pattern: 'x' })).toEqual({ max: 5 })
  for (const whole of [null, 'x', [], 7]) expect(clean('text', whole), String(whole)).toEqual({})
  expect(clean('phone', {})).toEqual({ country_code_key: 'country_code' })
  expect(clean('hidden', { default: ' x ', from_query: 'yes' })).toEqual({ default: 'x' })
  expect(clean('hidden', { from_query: true })).toEqual({ from_query: true })
  expect(clean('file', { extensions: ['.JPEG', 'jpg', '', 'png'], max_files: 10, max_bytes: MOST_BYTES })).toEqual({
    extensions: ['jpg', 'png'],
    max_files: 10,
    max_bytes: MOST_BYTES,
  })
})

test.each<[FieldType, object, string]>([
  ['text', { min: 6, max: 5 }, 'forms:error.bounds'],
  ['text', { max: 5_001 }, 'forms:error.number'],
  ['text', { min: -1 }, 'forms:error.number'],
  ['text', { max: 0 }, 'forms:error.number'],
  ['text', { max: 2.5 }, 'forms:error.number'],
  ['text', { rule: 'phone' }, 'core:rule.choice'],
  ['text', { pattern: '(' }, 'forms:error.pattern_unreadable'],
  ['text', { pattern: ')|(' }, 'forms:error.pattern_unreadable'],
  ['text', { pattern: 'x'.repeat(201) }, 'core:rule.max_length'],
  ['single_select', {}, 'forms:error.options'],
  ['single_select', { options: [''] }, 'forms:error.option_value'],
  ['single_select', { options: ['a', 'a '] }, 'core:rule.no_repeated_keys'],
  ['single_select', { options: Array.from({ length: 201 }, (_, i) => `${i}`) }, 'core:rule.max_items'],
  ['single_select', { options: [{ value: {} }] }, 'core:rule.check_input'],
  ['multiple_checkbox', { options: ['a', 'b'], max: 3 }, 'forms:error.number'],
  ['multiple_checkbox', { options: ['a', 'b'], min: 3 }, 'forms:error.number'],
  ['file', { extensions: ['exe'] }, 'forms:error.ending'],
  ['file', { max_bytes: MOST_BYTES + 1 }, 'forms:error.number'],
  ['file', { max_bytes: 1_023 }, 'forms:error.number'],
  ['file', { max_files: 11 }, 'forms:error.number'],
  ['hidden', { default: 'x'.repeat(501) }, 'core:rule.max_length'],
])('%s with options %j is rejected: %s', (type, input, expected) => {
  expect(clean(type, input)).toBe(expected)
})

test('options are labelled in the languages of the site, and by their value without a label', () => {
  expect(
    clean('single_select', { options: ['a', { label: 'Bee' }, { value: 'c', label: { 'en-US': 'Sea', fr: 'Mer', 'zh-HK': ' 海 ' } }] }),
  ).toEqual({
    options: [
      { value: 'a', label: { 'en-US': 'a' } },
      { value: 'Bee', label: { 'en-US': 'Bee' } },
      { value: 'c', label: { 'en-US': 'Sea', 'zh-HK': '海' } },
    ],
  })
})

test('rules between fields require at least two fields', () => {
  const key = (input: unknown) => {
    try {
      return cleanRules(input)
    } catch (error) {
      return (error as Unfit).problem.key
    }
  }
  expect(key(null)).toEqual([])
  expect(key([{ rule: 'at_least_one_required', keys: ['a', ' b ', 'a'] }])).toEqual([{ rule: 'at_least_one_required', keys: ['a', 'b'] }])
  expect(key([{ rule: 'at_least_one_required', keys: ['a', 'a'] }])).toBe('forms:error.rule_fields')
  expect(key([{ rule: 'constructor', keys: ['a', 'b'] }])).toBe('core:rule.choice')
  expect(key({ rule: 'x' })).toBe('core:rule.check_input')
  expect(key(Array.from({ length: 21 }, () => ({ rule: 'at_least_one_required', keys: ['a', 'b'] })))).toBe('core:rule.max_items')
})

test('two forms validate alike despite other labels and order, and differently with another bound, option or rule', () => {
  const [a, b] = [ask('text', { min: 1, max: 2 }), ask('single_select', { options: two }, { key: 'b' })]
  const same = getStructure(form([a, b]))
  expect(
    getStructure({
      tabs: [
        { title: { 'en-US': 'x' }, fields: [{ ...b, title: { 'en-US': 'B' } }] },
        { title: {}, fields: [a] },
      ],
      rules: [],
    }),
  ).toBe(same)
  expect(getStructure(form([{ ...a, additional_options: { max: 2, min: 1 } }, b]))).toBe(same)
  for (const other of [
    form([{ ...a, required: true }, b]),
    form([{ ...a, additional_options: { min: 1, max: 3 } }, b]),
    form([a, { ...b, additional_options: { options: two.slice(1) } }]),
    form([a]),
    form([a, b], [{ rule: 'at_least_one_required', keys: ['a', 'b'] }]),
  ])
    expect(getStructure(other)).not.toBe(same)
})

test('the submitter is identified by the field with key email, else by the first field that accepts emails only', () => {
  const mail = ask('text', { rule: 'email' }, { key: 'reach' })
  expect(getEmail(form([mail]), { reach: ' May@Shop.TEST ' })).toBe('may@shop.test')
  expect(getEmail(form([mail, ask('text', {}, { key: 'email' })]), { reach: 'a@b.test', email: 'c@d.test' })).toBe('c@d.test')
  expect(getEmail(form([ask('hidden', {}, { key: 'email' })]), { email: 'c@d.test' })).toBeNull()
  expect(getEmail(form([mail]), { reach: `${'x'.repeat(251)}@b.c` })).toBeNull()
  expect(getName({ first_name: 'May', last_name: 'Li', name: 'Other' })).toBe('May Li')
  expect(getName({ name: 'n'.repeat(300) })).toHaveLength(255)
  expect(getName({ first_name: ['x'] })).toBe('')
  expect(getCodeKey(ask('phone'))).toBe('country_code')
})

test('answers are shown with labels in the requested language, else in the main one, else as stored', () => {
  const shape = form([
    ask(
      'single_select',
      { options: [{ value: 'x', label: { 'en-US': 'Tea', 'zh-HK': '茶' } }] },
      { title: { 'en-US': 'Drink', 'zh-HK': '飲品' } },
    ),
    ask('multiple_checkbox', { options: [{ value: 'y', label: { 'en-US': 'Milk' } }] }, { key: 'b', title: { 'en-US': 'With' } }),
    ask('text', {}, { key: 'c' }),
  ])
  expect(formatAnswers(shape, { a: 'x', b: ['y', 'old'], c: '<b>' }, 'zh-HK', 'en-US')).toEqual([
    { key: 'a', title: '飲品', answer: '茶' },
    { key: 'b', title: 'With', answer: 'Milk, old' },
    { key: 'c', title: 'c', answer: '<b>' },
  ])
})
