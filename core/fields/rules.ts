import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isCommonPassword } from './common-passwords.ts'
import { type Message, message } from '../http/errors.ts'
import { parseMoney } from '../money.ts'
import type { Field, FieldMeta } from './types.ts'

/** A calendar day that exists, years 1900 to 2999 only: PostgreSQL would also take "today" or the year 275760. */
export function isDay(value: string): boolean {
  const match = /^([12]\d{3})-(\d\d)-(\d\d)$/.exec(value)
  if (!match || Number(match[1]) < 1900) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

export const isHttpUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const isMoney = (value: string) => {
  try {
    return Number.isSafeInteger(parseMoney(value))
  } catch {
    return false
  }
}

/**
 * What all validators are made by: nothing is coerced, nothing removed. Schemas are not held against JSON Schema's own, which
 * would cost every start: types make them, and the API's description is checked as a whole.
 */
export const ajv = new Ajv({ strict: false, validateSchema: false })
addFormats(ajv, ['email', 'date-time'])
ajv.addVocabulary(['x-field'])
ajv.addFormat('slug', /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)
ajv.addFormat('key', /^[a-z0-9_]+$/)
ajv.addFormat('http-url', isHttpUrl)
ajv.addFormat('new-password', (value) => !isCommonPassword(value))
ajv.addFormat('phone', /^[0-9 ()+-]{3,30}$/)
ajv.addFormat('password', true)
ajv.addFormat('day', isDay)
ajv.addFormat('clock', /^([01]\d|2[0-3]):[0-5]\d$/)
ajv.addFormat('money', isMoney)
ajv.addFormat('decimal', /^-?\d{1,12}(\.\d{1,8})?$/)
ajv.addFormat('percent', /^\d{1,4}(\.\d{1,2})?$/)
ajv.addFormat('colour', /^#[0-9a-f]{6}$/)
ajv.addFormat('image-path', /^img\/(?!.*\.\.)[A-Za-z0-9/_.-]+\.(svg|jpe?g|png|gif|webp|avif)$/i)
ajv.addFormat('file-path', /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/_.-]*$/)

/** What tells in words why a value is not of a shape; undefined when it is. */
export function createProblemFinder(shape: object): (value: unknown) => string | undefined {
  return (value) => {
    const check = validator(shape)
    return check(value) ? undefined : ajv.errorsText(check.errors, { dataVar: 'it' })
  }
}

const compiled = new WeakMap<object, ValidateFunction>()

/** Says whether a value is of a shape. Compiled on first use: a field nobody writes costs nothing at boot. */
export function validator(schema: object): ValidateFunction {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = ajv.compile(schema)))
  return found
}

/** What is wrong with a settled value, in the words of the specification (§5 of both documents); undefined when nothing is. */
export function findProblem(field: Field, value: unknown): Message | undefined {
  const meta = field['x-field']
  const check = validator(field)
  if (!check(value)) {
    const error = check.errors?.[0]
    return error?.keyword === 'minItems' ? getRequiredMessage(meta) : (getOwnMessage(meta) ?? explain(error, meta, value))
  }
  if (unstorable(value)) return getOwnMessage(meta) ?? message('core:rule.check_input')
  const wrong = meta.type.findProblem?.(value as never, meta)
  return wrong && (getOwnMessage(meta) ?? wrong)
}

/** PostgreSQL keeps no NUL in a text, and no half of a pair in JSON, which texts per language and the audit log are. */
const unstorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\0|\p{Surrogate}/u.test(value)
    : value !== null && typeof value === 'object' && Object.entries(value).some(([k, v]) => unstorable(k) || unstorable(v))

/** What a field says itself, whatever is wrong with it; its bounds may stand in the text. */
export const getOwnMessage = ({ says, min, max, maxItems }: FieldMeta): Message | undefined =>
  says === undefined ? undefined : message(says, { min, max: max ?? maxItems })

/** What is said of a required value that is not there. */
export const getRequiredMessage = (meta: FieldMeta): Message =>
  meta.missing === undefined
    ? (getOwnMessage(meta) ?? message(meta.kind === 'image' ? 'core:rule.required_image' : 'core:rule.required'))
    : message(meta.missing)

function explain(error: ErrorObject | undefined, meta: FieldMeta, value: unknown): Message {
  const blank = typeof value === 'string' && value.trim() === ''
  const { messages } = meta.type
  // What is wrong inside a list or an object is said of the whole.
  if (error?.instancePath) return message(messages.type ?? 'core:rule.check_input')
  switch (error?.keyword) {
    case 'pattern':
      return blank ? getRequiredMessage(meta) : message(messages.format ?? 'core:rule.check_input')
    case 'minLength':
      if (messages.short) return message(messages.short)
      return blank ? getRequiredMessage(meta) : message('core:rule.min_length', { min: meta.minLength ?? 1 })
    case 'maxLength':
      return message('core:rule.max_length', { max: meta.maxLength ?? 0 })
    case 'format':
      return blank && meta.required ? getRequiredMessage(meta) : message(messages.format ?? 'core:rule.check_input')
    case 'enum':
      return message('core:rule.choice')
    case 'minimum':
      return message('core:rule.min', { min: meta.min ?? 1 })
    case 'maximum':
      return message('core:rule.max', { max: meta.max ?? 0 })
    case 'minItems':
      return getRequiredMessage(meta)
    case 'maxItems':
      return message('core:rule.max_items', { max: Number(error.params.limit) })
    case 'uniqueItems':
      return message('core:rule.no_repeated')
    case 'type':
      return message(messages.type ?? 'core:rule.check_input')
    default:
      return message('core:rule.check_input')
  }
}
