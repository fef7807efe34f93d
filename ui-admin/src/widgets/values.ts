import type { FieldInfo, Locale } from 'stoa/api-types'
import { t } from '../i18n/index.ts'
import { parseMinutes } from '../../../core/parse-minutes.ts'
import { plainAmount } from './money/plain.ts'
import { isNowhere, mostDegrees, placeToWire, wrongDegrees } from './place/place.ts'

type Values = Record<string, unknown>

/** Texts by language, as the fields of child rows hold them. */
export type Texts = Partial<Record<Locale, string>>

/** Whether a value holds one text per language. */
export const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Text of a child row's field in one language, with no fallback to another. */
export const textIn = (value: unknown, language: Locale): string =>
  isTexts(value) ? (value[language] ?? '') : typeof value === 'string' ? value : ''

/** The texts with one of them replaced. */
export const withText = (value: unknown, language: Locale, text: unknown): Texts => ({
  ...(isTexts(value) ? value : {}),
  [language]: String(text ?? ''),
})

/** Errors by place, such as `options.0.name`. */
export type Errors = Record<string, string[]>

/** Whether a field is to be seen beside these values. */
export function shown(field: FieldInfo, values: Values): boolean {
  return !field.showIf || field.showIf.in.includes(values[field.showIf.field] as string)
}

/** What an untouched field holds. */
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

/** A child row that a default describes only in part. */
function startRow(fields: FieldInfo[], part: Values): Values {
  const own = (field: FieldInfo) => (part[field.name] === undefined ? field : { ...field, default: part[field.name] })
  return startValues(fields.map(own))
}

/** Values of a new record. */
export function startValues(fields: FieldInfo[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]))
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether a per-language value says nothing in any language. */
const isSilent = (value: unknown): boolean => (isTexts(value) ? Object.values(value).every(isBlank) : isBlank(value))

/** A number without what sets its thousands apart; `12,50` is left as it was typed, for whoever says what is wrong with it. */
const plainNumber = (typed: unknown): string => {
  const text = String(typed).trim()
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** Texts may be empty; for every other widget an empty input means "no value". */
const texts = new Set(['text', 'area', 'rich', 'code', 'password'])

/** The value the server wants for what was typed. */
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
      return (Array.isArray(value) ? value : []).map((one) => (typeof one === 'object' && one ? (one as { id: number }).id : one))
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
  const own = fields
    .filter((field) => !field.readOnly)
    .map((field) => [field.name, field.localized ? textsToWire(field, row[field.name]) : toWire(field, row[field.name])])
  return { ...id, ...Object.fromEntries(own) }
}

/** A translation of a required text that is left empty falls back to another language: it is not sent. */
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

/** What is wrong with one value; undefined when nothing is. The server has the last word. */
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

/** Errors of all fields that are seen, child rows included. */
export function problems(fields: FieldInfo[], values: Values, prefix = ''): Errors {
  const found: Errors = {}
  for (const field of fields) {
    if (field.readOnly || !shown(field, values)) continue
    const path = prefix + field.name
    const text = problem(field, values[field.name])
    if (text) found[path] = [text]
    if (field.widget !== 'rows') continue
    const rows = (values[field.name] ?? []) as Values[]
    rows.forEach((row, i) => Object.assign(found, problems(field.rows ?? [], row, `${path}.${i}.`)))
  }
  return found
}

/** Whether two values are the same, however deep. */
export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
