import { getCodeKey, type FieldOptions, getFields, type Shape, type ShapeField, type AnswerProblem } from './shape.ts'

/** Answers by field key. */
export type Answers = Record<string, string | string[]>

export interface Judged {
  answers: Answers
  problems: Record<string, AnswerProblem[]>
}

/** Validation context beside the form. */
export interface Judging {
  /** Allowed country calling codes. */
  codes: readonly string[]
  /** Whether a pattern written by staff matches a whole text. */
  fits(pattern: string, text: string): boolean
  /** Staff are correcting answers, so rules for visitors do not apply. */
  staff?: boolean
}

const REQUIRED: AnswerProblem = { key: 'core:rule.required' }
const LONGEST_HIDDEN = 500
const longest = { text: 1_000, textarea: 5_000 }

/** Whether a text is exactly one e-mail address. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]{2,}$/u.test(text)
const isUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const formats = {
  email: [isEmail, 'core:rule.email'],
  url: [isUrl, 'core:rule.url'],
  noSpecific: [(text: string) => /^[\p{Script=Han}A-Za-z0-9_ -]*$/u.test(text), 'core:rule.check_input'],
} as const

/** Length in characters, not in UTF-16 units. */
const countCharacters = (text: string) => [...text].length

function textProblems(text: string, { min, max, pattern, rule }: FieldOptions, most: number, fits: Judging['fits']): AnswerProblem[] {
  const found: AnswerProblem[] = []
  const top = max ?? most
  if (countCharacters(text) > top) return [{ key: 'core:rule.max_length', params: { max: top } }]
  if (min !== undefined && countCharacters(text) < min) found.push({ key: 'core:rule.min_length', params: { min } })
  const format = rule && formats[rule]
  if (format && !format[0](text)) found.push({ key: format[1] })
  else if (pattern && !fits(pattern, text)) found.push({ key: 'forms:error.pattern' })
  return found
}

const toList = (input: unknown): string[] | undefined => {
  if (input === undefined || input === null || input === '') return []
  const list: unknown[] = Array.isArray(input) ? input.filter((item) => item !== null && item !== '') : [input]
  return list.every((item) => typeof item === 'string') ? list : undefined
}

const getOne = (input: unknown): string | undefined =>
  input === undefined || input === null
    ? ''
    : typeof input === 'string'
      ? input.trim()
      : typeof input === 'number'
        ? String(input)
        : undefined

const blank = (answer: string | string[] | undefined) => answer === undefined || answer.length === 0

/** Validates the answer to one field. */
function judge(field: ShapeField, input: unknown, codes: ReadonlySet<string>, { codes: allowed, fits, staff = false }: Judging) {
  const { type, additional_options: o } = field
  if (type === 'multiple_checkbox' || type === 'file') {
    const list = toList(input)
    if (!list) return { why: [{ key: 'core:rule.check_input' }] }
    const unique = [...new Set(list)]
    if (type === 'file')
      return unique.length > (o.max_files ?? 1)
        ? { why: [{ key: 'forms:error.max_files', params: { max: o.max_files ?? 1 } }] }
        : { answer: unique }
    if (unique.some((item) => !o.options?.some(({ value }) => value === item))) return { why: [{ key: 'core:rule.choice' }] }
    if (unique.length > 0 && o.min !== undefined && unique.length < o.min)
      return { why: [{ key: 'forms:error.min_choices', params: { min: o.min } }] }
    if (o.max !== undefined && unique.length > o.max) return { why: [{ key: 'forms:error.max_choices', params: { max: o.max } }] }
    return { answer: unique }
  }
  const text = getOne(input)
  if (text === undefined) return { why: [{ key: 'core:rule.check_input' }] }
  if (type === 'hidden') {
    if (codes.has(field.key)) return text === '' || allowed.includes(text) ? { answer: text } : { why: [{ key: 'core:rule.choice' }] }
    const answer = staff || (o.from_query && text !== '') ? text : (o.default ?? '')
    return countCharacters(answer) > LONGEST_HIDDEN
      ? { why: [{ key: 'core:rule.max_length', params: { max: LONGEST_HIDDEN } }] }
      : { answer: o.from_query || staff ? answer : (o.default ?? '') }
  }
  if (text === '') return { answer: text }
  if (type === 'single_select')
    return o.options?.some(({ value }) => value === text) ? { answer: text } : { why: [{ key: 'core:rule.choice' }] }
  if (type === 'phone')
    return /^[\d+() -]{3,30}$/.test(text) && /\d{3}/.test(text.replaceAll(/\D/g, ''))
      ? { answer: text }
      : { why: [{ key: 'core:rule.phone' }] }
  const problems = textProblems(text, o, longest[type], fits)
  return problems.length > 0 ? { why: problems } : { answer: text }
}

/** Validates answers against a form. Unknown keys are dropped; all errors are reported at once. */
export function judgeAnswers(shape: Shape, input: Readonly<Record<string, unknown>>, judging: Judging): Judged {
  const answers: Answers = {}
  const problems: Record<string, AnswerProblem[]> = {}
  const fields = getFields(shape)
  const phones = fields.filter((field) => field.type === 'phone')
  const codes = new Set(phones.map(getCodeKey))
  for (const field of fields) {
    const { key } = field
    const judged = judge(field, Object.hasOwn(input, key) ? input[key] : undefined, codes, judging)
    if (judged.why) problems[key] = judged.why
    else if (!blank(judged.answer)) answers[key] = judged.answer
    // Whether a country code is required depends on its phone field, and a visitor cannot fill a hidden field.
    else if (field.required && !codes.has(key) && field.type !== 'hidden') problems[key] = [REQUIRED]
  }
  for (const phone of phones) {
    const code = getCodeKey(phone)
    // A country code without a number is dropped.
    if (answers[phone.key] === undefined) delete answers[code]
    else if (answers[code] === undefined && !problems[code]) (problems[phone.key] ??= []).push({ key: 'people:error.country_code' })
  }
  for (const { rule, keys } of shape.rules) {
    const empty = keys.filter((key) => answers[key] === undefined)
    const [first = '', ...others] = keys
    const lacking =
      rule === 'at_least_one_required'
        ? empty.length === keys.length
          ? [first]
          : []
        : rule === 'others_required_if_field_not_empty'
          ? answers[first] === undefined
            ? []
            : others.filter((key) => answers[key] === undefined)
          : empty.length === keys.length
            ? []
            : empty
    for (const key of lacking) problems[key] ??= [rule === 'at_least_one_required' ? { key: 'forms:error.at_least_one' } : REQUIRED]
  }
  return { answers, problems }
}
