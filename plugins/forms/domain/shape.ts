/** What a form asks for, as it is answered, kept with each submission and drawn by the shop. Nothing here knows the database. */

/** A text per language. */
export type Words = Readonly<Partial<Record<string, string>>>

export const fieldTypes = ['text', 'textarea', 'single_select', 'multiple_checkbox', 'file', 'phone', 'hidden'] as const
export type FieldType = (typeof fieldTypes)[number]

/** What a line of text can be held to, beside its length and pattern. */
export const textRules = ['email', 'url', 'noSpecific'] as const
export type TextRule = (typeof textRules)[number]

export interface Choice {
  value: string
  label: Words
}

/** What a field asks beyond its type; which of it a type has is said in `options.ts`. */
export interface FieldOptions {
  /** Letters of a text, ticks of a list. */
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

/** Fields that have to do with each other. Of `others_required_if_field_not_empty` the first one asks for the others. */
export interface GroupRule {
  rule: (typeof groupRules)[number]
  keys: string[]
}

/** All a form asks for. Fields that are switched off are not in it. */
export interface Shape {
  tabs: ShapeTab[]
  rules: GroupRule[]
}

/** A text for people, by its key. */
export interface Why {
  key: string
  params?: Record<string, unknown>
}

export const getFields = (shape: Shape): ShapeField[] => shape.tabs.flatMap((tab) => tab.fields)

const byWord = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What answers are held to, as one text: two shapes with the same one take the same answers. Words and the order of fields are no
 * part of it.
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

/** The key of the field that holds the country code of a phone. */
export const getCodeKey = ({ additional_options }: Pick<ShapeField, 'additional_options'>): string =>
  additional_options.country_code_key ?? 'country_code'
