import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type Text, text } from '../http/errors.ts'
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

/** The one validator of the product. Strict: nothing is coerced, nothing removed. */
export const ajv = new Ajv({ allErrors: false, strict: false, coerceTypes: false, removeAdditional: false, useDefaults: false })
addFormats(ajv, ['email', 'date-time'])
ajv.addVocabulary(['x-field'])
ajv.addFormat('slug', /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)
ajv.addFormat('key', /^[a-z][a-z0-9_]*$/)
ajv.addFormat('http-url', isHttpUrl)
ajv.addFormat('phone', /^[0-9 ()+-]{3,30}$/)
ajv.addFormat('password', true)
ajv.addFormat('day', isDay)
ajv.addFormat('money', isMoney)
ajv.addFormat('decimal', /^-?\d{1,12}(\.\d{1,8})?$/)
ajv.addFormat('file-path', /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/_.-]*$/)

const compiled = new WeakMap<object, ValidateFunction>()

/** Compiles on first use: a field nobody writes costs nothing at boot. */
function validator(schema: object): ValidateFunction {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = ajv.compile(schema)))
  return found
}

/** What is wrong with a value, in the words of the specification (§5 of both documents); undefined when nothing is. */
export function problem(field: Field, value: unknown): Text | undefined {
  const meta = field['x-field']
  const check = validator(field)
  if (!check(value)) return explain(check.errors?.[0], meta, value)
  if (typeof value === 'string' && value.includes('\0')) return text('core:rule.check_input')
  if (meta.kind === 'money' && meta.min !== undefined && parseMoney(value as string) < meta.min * 100)
    return text('core:rule.min', { min: meta.min })
  if (meta.kind === 'decimal' && meta.min !== undefined && Number(value) < meta.min) return text('core:rule.min', { min: meta.min })
  if (meta.kind === 'decimal' && meta.max !== undefined && Number(value) > meta.max) return text('core:rule.max', { max: meta.max })
  return undefined
}

const byFormat: Record<string, string> = {
  email: 'core:rule.email',
  'http-url': 'core:rule.url',
  slug: 'core:rule.slug',
  key: 'core:rule.key_format',
  phone: 'core:rule.phone',
  day: 'core:rule.date',
  'date-time': 'core:rule.instant',
  money: 'core:rule.money',
  decimal: 'core:rule.decimal',
  'file-path': 'core:rule.image',
}

const byType: Partial<Record<FieldMeta['kind'], string>> = {
  int: 'core:rule.integer',
  flag: 'core:rule.boolean',
  money: 'core:rule.money',
  decimal: 'core:rule.decimal',
  one: 'core:rule.choice',
  many: 'core:rule.choice',
}

/** What is said of a required value that is not there. */
export const missing = (meta: FieldMeta): Text => text(meta.kind === 'image' ? 'core:rule.required_image' : 'core:rule.required')

function explain(error: ErrorObject | undefined, meta: FieldMeta, value: unknown): Text {
  const blank = typeof value === 'string' && value.trim() === ''
  switch (error?.keyword) {
    case 'pattern':
    case 'minLength':
      if (meta.kind === 'password') return text('core:rule.password')
      return blank ? missing(meta) : text('core:rule.min_length', { min: meta.minLength ?? 1 })
    case 'maxLength':
      return text('core:rule.max_length', { max: meta.maxLength ?? 0 })
    case 'format':
      return blank && meta.required ? missing(meta) : text(byFormat[String(error.params.format)] ?? 'core:rule.check_input')
    case 'enum':
      return text('core:rule.choice')
    case 'minimum':
      return text('core:rule.min', { min: meta.min ?? 1 })
    case 'maximum':
      return text('core:rule.max', { max: meta.max ?? 0 })
    case 'maxItems':
      return text('core:rule.max_items', { max: Number(error.params.limit) })
    case 'uniqueItems':
      return text('core:rule.no_repeated')
    case 'type':
      return text(byType[meta.kind] ?? 'core:rule.check_input')
    default:
      return text('core:rule.check_input')
  }
}
