import type { Locale } from 'stoa/api-types'
import { textIn } from 'stoa/admin'
import type { FieldOptions, FieldType } from '../../domain/shape.ts'
import type { TabView } from '../../api-types.ts'

/** A text per language, in the format of child row fields. */
export type Texts = Partial<Record<Locale, string>> | string

export interface BuiltField {
  id?: number
  enabled: boolean
  required: boolean
  type: FieldType
  key: string
  title: Texts
  placeholder: Texts | null
  class: string
  additional_options: FieldOptions
  [name: string]: unknown
}

export interface BuiltTab {
  id?: number
  title: Texts
  fields: BuiltField[]
}

export const getTabs = (value: unknown): BuiltTab[] => (Array.isArray(value) ? (value as BuiltTab[]) : [])

/** A text in a language, else in the main language. */
export const wordIn = (texts: unknown, language: Locale, main: Locale): string => textIn(texts, language) || textIn(texts, main)

/** An unused key for a new field. */
export function freeKey(type: FieldType, tabs: readonly BuiltTab[]): string {
  const usedKeys = new Set(tabs.flatMap((tab) => tab.fields.map((field) => field.key)))
  for (let n = 1; ; n++) if (!usedKeys.has(`${type}_${n}`)) return `${type}_${n}`
}

/** A new field with its type as the title. */
export const newField = (type: FieldType, key: string, title: Texts): BuiltField => ({
  enabled: true,
  required: false,
  type,
  key,
  title,
  placeholder: null,
  class: '',
  additional_options: type === 'single_select' || type === 'multiple_checkbox' ? { options: [{ value: '1', label: {} }] } : {},
})

/** The form as the store shows it, in one language. */
export const drawn = (tabs: readonly BuiltTab[], language: Locale, main: Locale): TabView[] =>
  tabs.map(({ title, fields }) => ({
    title: wordIn(title, language, main),
    fields: fields
      .filter((field) => field.enabled)
      .map((field) => {
        const { default: _, options, ...otherOptions } = field.additional_options ?? {}
        return {
          key: field.key,
          type: field.type,
          required: field.required,
          title: wordIn(field.title, language, main) || field.key,
          placeholder: wordIn(field.placeholder, language, main),
          class: field.class,
          additional_options: {
            ...otherOptions,
            ...(field.type === 'phone' ? { country_code_key: otherOptions.country_code_key ?? 'country_code' } : {}),
            ...(options ? { options: options.map(({ value, label }) => ({ value, label: wordIn(label, language, main) || value })) } : {}),
          },
        }
      }),
  }))
