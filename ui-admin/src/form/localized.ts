import { filled } from 'virtual:plugins'
import type { FieldInfo, Language, Locale, ResourceForm, Row } from 'stoa/api-types'
import { emptyValue, same } from '../widgets/values.ts'

type Values = Record<string, unknown>

/** Every field of a form, in order. */
export const getFields = (form: ResourceForm): FieldInfo[] => form.groups.flatMap((group) => group.fields)

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a field in one language, without fallback. */
export function valueIn(field: FieldInfo, row: Values, language: Locale): unknown {
  const value = row[field.name]
  if (!field.localized || !isMap(value)) return value
  return value[language]
}

/** Form values of a row in one language. */
export function readRowValues(fields: FieldInfo[], row: Values, language: Locale): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const value = valueIn(field, row, language)
      return [field.name, value === undefined || value === null ? blank(field) : value]
    }),
  )
}

/** The empty value of a stored field; never the default of a new row. */
function blank(field: FieldInfo): unknown {
  if (field.widget === 'switch') return false
  if (field.widget === 'pick') return null
  const { initial: _, ...stored } = field
  return emptyValue({ ...stored, default: undefined })
}

/** Translation status of a row in a language. */
export type Completeness = 'complete' | 'partial' | 'empty'

/** Computes the translation status from the required fields, or without any from those filled in the main language. */
export function completeness(fields: FieldInfo[], row: Row | undefined, language: Locale, main: Locale): Completeness {
  const localized = fields.filter((field) => field.localized)
  const has = (field: FieldInfo, in_: Locale) => {
    const value = row && valueIn(field, row, in_)
    return value !== undefined && value !== null && value !== ''
  }
  const filled = localized.filter((field) => has(field, language))
  if (filled.length === 0) return 'empty'
  const required = localized.filter((field) => field.required)
  const needed = required.length ? required : localized.filter((field) => has(field, main))
  return needed.every((field) => has(field, language)) ? 'complete' : 'partial'
}

/** Names of the fields that differ between two sets of values. */
export const changedNames = (fields: FieldInfo[], before: Values, after: Values): string[] =>
  fields.filter((field) => !same(before[field.name], after[field.name])).map((field) => field.name)

/** Texts of the main language for fields without a text in the current language. */
export function missingTexts(fields: FieldInfo[], row: Row | undefined, values: Values, main: Locale): [string, unknown][] {
  if (!row) return []
  return fields
    .filter((field) => field.localized && !field.readOnly && !values[field.name])
    .map((field): [string, unknown] => [field.name, valueIn(field, row, main)])
    .filter(([, text]) => typeof text === 'string' && text !== '')
}

/** Native name of a language. */
export const languageName = (languages: Language[], code: Locale): string =>
  languages.find((language) => language.code === code)?.name ?? code

/** The form of a translation. A missing text falls back to the main language, so no field is required. */
export function translationForm(form: ResourceForm): ResourceForm {
  const relaxed = (field: FieldInfo) => (field.localized ? { ...field, required: false } : field)
  return { ...form, groups: form.groups.map((group) => ({ ...group, fields: group.fields.map(relaxed) })) }
}

/** The form with fields that the server fills in marked as optional. */
export function forgivingForm(form: ResourceForm): ResourceForm {
  const relaxed = (field: FieldInfo, path: string): FieldInfo => ({
    ...field,
    required: field.required && !filled.includes(path),
    ...(field.rows ? { rows: field.rows.map((row) => relaxed(row, `${path}.${row.name}`)) } : {}),
  })
  if (!filled.some((path) => path.startsWith(`${form.name}.`))) return form
  const groups = form.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => relaxed(field, `${form.name}.${field.name}`)),
  }))
  return { ...form, groups }
}
