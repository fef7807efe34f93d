import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isCommonPassword } from './common-passwords.ts'
import { type Message, message } from '../http/errors.ts'
import { parseMoney } from '../money.ts'
import type { Field, FieldMeta } from './types.ts'

/** Whether a text is an existing calendar day of the years 1900 to 2999. PostgreSQL would also accept "today" or the year 275760. */
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
 * Compiles all validators; it neither coerces nor removes values. Schemas are not validated against the JSON Schema meta schema,
 * which would slow every start: TypeScript checks them, and a test checks the API description as a whole.
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

/** Creates a function that says why a value does not match a shape; undefined when it does. */
export function createProblemFinder(shape: object): (value: unknown) => string | undefined {
  return (value) => {
    const check = validator(shape)
    return check(value) ? undefined : ajv.errorsText(check.errors, { dataVar: 'it' })
  }
}

const compiled = new WeakMap<object, ValidateFunction>()

/** The validator of a schema. Compiled on first use, so that unused fields cost nothing at start. */
export function validator(schema: object): ValidateFunction {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = ajv.compile(schema)))
  return found
}

/** The problem of a normalised value, in the messages of the specification (§5 of both documents); undefined when there is none. */
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

/** PostgreSQL stores no NUL in text and no lone surrogate in JSON, which holds per-language texts and the audit log. */
const unstorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? /\0|\p{Surrogate}/u.test(value)
    : value !== null && typeof value === 'object' && Object.entries(value).some(([k, v]) => unstorable(k) || unstorable(v))

/** The field's own message for any problem; its limits are parameters. */
export const getOwnMessage = ({ says, min, max, maxItems }: FieldMeta): Message | undefined =>
  says === undefined ? undefined : message(says, { min, max: max ?? maxItems })

/** The message for a missing required value. */
export const getRequiredMessage = (meta: FieldMeta): Message =>
  meta.missing === undefined
    ? (getOwnMessage(meta) ?? message(meta.kind === 'image' ? 'core:rule.required_image' : 'core:rule.required'))
    : message(meta.missing)

function explain(error: ErrorObject | undefined, meta: FieldMeta, value: unknown): Message {
  const blank = typeof value === 'string' && value.trim() === ''
  const { messages } = meta.type
  // A problem inside a list or an object is reported for the whole field.
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
