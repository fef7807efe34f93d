import type { FieldInfo, Locale } from 'stoa/api-types'
import { t } from '../i18n/index.ts'
import { parseMinutes } from '../../../core/parse-minutes.ts'
import { plainAmount } from './money/ungroup-digits.ts'
import { isNowhere, mostDegrees, placeToWire, wrongDegrees } from './place/place.ts'

type Values = Record<string, unknown>

/** Texts by language, in the format of child row fields. */
export type Texts = Partial<Record<Locale, string>>

/** Whether a value is a set of texts by language. */
export const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text of a child row field in one language, without fallback. */
export const textIn = (value: unknown, language: Locale): string =>
  isTexts(value) ? (value[language] ?? '') : typeof value === 'string' ? value : ''

/** Returns the texts with one replaced. */
export const withText = (value: unknown, language: Locale, text: unknown): Texts => ({
  ...(isTexts(value) ? value : {}),
  [language]: String(text ?? ''),
})

/** Errors by path, such as `options.0.name`. */
export type Errors = Record<string, string[]>

/** Whether a field is visible with these values. */
export function isFieldVisible(field: FieldInfo, values: Values): boolean {
  return !field.showIf || field.showIf.in.includes(values[field.showIf.field] as string)
}

/** Empty value of a field. */
export function emptyValue(field: FieldInfo): unknown {
  if (field.widget === 'rows' && Array.isArray(field.default))
    return (field.default as Values[]).map((row) => startRow(field.rows ?? [], row))
  if (field.default !== undefined) return field.default
  if (field.initial === 'now') return new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  switch (field.widget) {
    case 'switch':
      return false
    case 'rows':
    case 'many':
    case 'tags':
    case 'picks':
    case 'weekdays':
    case 'permissions':
      return []
    case 'one':
    case 'any':
    case 'instant':
    case 'place':
    case 'private-file':
    case 'json':
      return null
    case 'pick':
      return field.required ? (field.options?.[0]?.value ?? null) : null
    default:
      return ''
  }
}

/** A child row from a partial default. */
function startRow(fields: FieldInfo[], part: Values): Values {
  const withOwnDefault = (field: FieldInfo) => (part[field.name] === undefined ? field : { ...field, default: part[field.name] })
  return startValues(fields.map(withOwnDefault))
}

/** Initial values of a new record. */
export function startValues(fields: FieldInfo[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]))
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether a localized value is blank in all languages. */
const isSilent = (value: unknown): boolean => (isTexts(value) ? Object.values(value).every(isBlank) : isBlank(value))

/** Removes digit grouping from a number; `12,50` stays as typed and is rejected by the validation. */
const plainNumber = (typed: unknown): string => {
  const text = String(typed).trim()
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** Widgets whose empty text is a value; for all others an empty input means null. */
const texts = new Set(['text', 'area', 'rich', 'code', 'password'])

/** Converts a typed value to the request format. */
export function toWire(field: FieldInfo, value: unknown): unknown {
  switch (field.widget) {
    case 'int':
      return isBlank(value) ? null : Number(plainNumber(value))
    case 'decimal':
      return isBlank(value) ? null : plainNumber(value)
    case 'percent':
      return isBlank(value) ? null : String(value).replace(/[%％]/, '').trim()
    case 'duration':
      return isBlank(value) ? null : typeof value === 'string' ? (parseMinutes(value) ?? value) : value
    case 'place':
      return placeToWire(value)
    case 'money':
      return isBlank(value) ? null : plainAmount(String(value))
    case 'date':
      return isBlank(value) ? null : String(value).split('T')[0]
    case 'many':
      return (Array.isArray(value) ? value : []).map((item) => (typeof item === 'object' && item ? (item as { id: number }).id : item))
    case 'json':
      return typeof value === 'string' ? (isBlank(value) ? null : JSON.parse(value)) : value
    case 'rows':
      return (Array.isArray(value) ? (value as Values[]) : []).map((row) => rowToWire(field.rows ?? [], row))
    case 'tags':
    case 'picks':
    case 'weekdays':
    case 'permissions':
      return value ?? []
    default:
      return isBlank(value) && !texts.has(field.widget) ? null : (value ?? '')
  }
}

function rowToWire(fields: FieldInfo[], row: Values): Values {
  const id = row['id'] === undefined ? {} : { id: row['id'] }
  const entries = fields
    .filter((field) => !field.readOnly)
    .map((field) => [field.name, field.localized ? textsToWire(field, row[field.name]) : toWire(field, row[field.name])])
  return { ...id, ...Object.fromEntries(entries) }
}

/** A blank translation of a required text is omitted, because it falls back to another language. */
function textsToWire(field: FieldInfo, value: unknown): unknown {
  if (!isTexts(value)) return toWire(field, value)
  return field.required ? Object.fromEntries(Object.entries(value).filter(([, text]) => !isBlank(text))) : value
}

function numberProblem(field: FieldInfo, value: unknown): string | undefined {
  const text = field.widget === 'money' ? plainAmount(String(value)) : plainNumber(value)
  if (field.widget === 'int' && !/^-?\d{1,15}$/.test(text)) return t('rule.int')
  if (field.widget === 'decimal' && !/^-?\d+(\.\d+)?$/.test(text)) return t('rule.number')
  if (field.widget === 'money' && !/^-?\d+(\.\d{1,2})?$/.test(text)) return t('rule.money')
  return beyond(field, Number(text))
}

function beyond({ min, max }: FieldInfo, number: number): string | undefined {
  if (min !== undefined && number < min) return t('rule.min', { min })
  if (max !== undefined && number > max) return t('rule.max', { max })
  return undefined
}

function placeProblem(value: unknown): string | undefined {
  const wrong = wrongDegrees(value)
  return wrong && t('rule.degrees', { field: t(`widget.${wrong}`), most: mostDegrees[wrong] })
}

function textProblem(field: FieldInfo, text: string): string | undefined {
  if (field.widget === 'colour' && !/^#([0-9a-f]{3}){1,2}$/i.test(text.trim())) return t('rule.colour')
  if (field.widget === 'percent')
    return /^\d{1,4}(\.\d{1,2})?\s*[%％]?$/.test(text.trim()) ? beyond(field, Number.parseFloat(text)) : t('rule.percent')
  if (field.widget === 'duration' && parseMinutes(text) === undefined) return t('rule.duration')
  if (field.widget === 'email' && !/^\S+@\S+\.\S+$/.test(text.trim())) return t('rule.email')
  if (field.widget === 'url' && !/^https?:\/\/\S+$/.test(text.trim())) return t('rule.url')
  if (field.minLength && text.length < field.minLength) return t('rule.minLength', { count: field.minLength })
  if (field.maxLength && text.length > field.maxLength) return t('rule.maxLength', { count: field.maxLength })
  return undefined
}

/** Validates one value; undefined when valid. The server validates again. */
export function problem(field: FieldInfo, value: unknown): string | undefined {
  if (field.localized && isTexts(value)) {
    if (isSilent(value)) return field.required ? t('rule.required') : undefined
    return Object.values(value)
      .filter((text) => !isBlank(text))
      .map((text) => textProblem(field, text))
      .find(Boolean)
  }
  if (isBlank(value) || (field.widget === 'place' && isNowhere(value)))
    return field.required && field.widget !== 'switch' ? t('rule.required') : undefined
  if (field.widget === 'int' || field.widget === 'decimal' || field.widget === 'money') return numberProblem(field, value)
  if (field.widget === 'place') return placeProblem(value)
  if (field.widget === 'json' && typeof value === 'string') {
    try {
      JSON.parse(value)
    } catch (error) {
      return t('rule.json', { reason: (error as Error).message })
    }
  }
  return typeof value === 'string' && field.widget !== 'rich' ? textProblem(field, value) : undefined
}

/** Errors of all visible fields, including child rows. */
export function problems(fields: FieldInfo[], values: Values, prefix = ''): Errors {
  const found: Errors = {}
  for (const field of fields) {
    if (field.readOnly || !isFieldVisible(field, values)) continue
    const path = prefix + field.name
    const text = problem(field, values[field.name])
    if (text) found[path] = [text]
    if (field.widget !== 'rows') continue
    const rows = (values[field.name] ?? []) as Values[]
    rows.forEach((row, i) => Object.assign(found, problems(field.rows ?? [], row, `${path}.${i}.`)))
  }
  return found
}

/** Whether two values are deeply equal. */
export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
