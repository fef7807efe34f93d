/**
 * The definition of a form as it is answered. It is stored with each submission and rendered by the store. This module does not use the
 * database.
 */

/** A text per language. */
export type Words = Readonly<Partial<Record<string, string>>>

export const fieldTypes = ['text', 'textarea', 'single_select', 'multiple_checkbox', 'file', 'phone', 'hidden'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Additional formats of a text field, beside length and pattern. */
export const textRules = ['email', 'url', 'noSpecific'] as const
export type TextRule = (typeof textRules)[number]

export interface Choice {
  value: string
  label: Words
}

/** Options of a field; `options.ts` defines which options a type has. */
export interface FieldOptions {
  /** Number of characters of a text, or of selected options of a list. */
  min?: number
  max?: number
  pattern?: string
  rule?: TextRule
  options?: Choice[]
  max_bytes?: number
  extensions?: string[]
  max_files?: number
  country_code_key?: string
  default?: string
  from_query?: boolean
}

export interface ShapeField {
  key: string
  type: FieldType
  required: boolean
  title: Words
  placeholder: Words
  class: string
  additional_options: FieldOptions
}

export interface ShapeTab {
  title: Words
  fields: ShapeField[]
}

export const groupRules = ['at_least_one_required', 'others_required_if_field_not_empty', 'both_empty_or_both_value'] as const

/** A rule between fields. In `others_required_if_field_not_empty` the first field makes the others required. */
export interface GroupRule {
  rule: (typeof groupRules)[number]
  keys: string[]
}

/** The definition of a form, without disabled fields. */
export interface Shape {
  tabs: ShapeTab[]
  rules: GroupRule[]
}

/** An error message by key. */
export interface AnswerProblem {
  key: string
  params?: Record<string, unknown>
}

export const getFields = (shape: Shape): ShapeField[] => shape.tabs.flatMap((tab) => tab.fields)

const byWord = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A canonical string of what answers are validated against: equal strings accept the same answers. Excludes texts and the order of fields.
 */
export function getStructure(shape: Shape): string {
  const fields = getFields(shape).map(({ key, type, required, additional_options: { options, ...rest } }) => [
    key,
    type,
    required,
    Object.entries(rest).sort(([a], [b]) => byWord(a, b)),
    options?.map(({ value }) => value) ?? [],
  ])
  return JSON.stringify([fields.sort(([a], [b]) => byWord(String(a), String(b))), shape.rules])
}

/** The key of the country code field that belongs to a phone field. */
export const getCodeKey = ({ additional_options }: Pick<ShapeField, 'additional_options'>): string =>
  additional_options.country_code_key ?? 'country_code'
