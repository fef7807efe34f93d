import { type Ctx, locales } from 'stoa'
import type { FieldType } from '../domain/shape.ts'

const questions: readonly (readonly [key: string, type: FieldType])[] = [
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['email', 'text'],
  ['phone', 'phone'],
  ['country_code', 'hidden'],
]

/** The first page of a new form: contact fields. */
export function firstTab({ kernel }: Ctx) {
  const words = (key: string) => Object.fromEntries(locales.map((locale) => [locale, kernel.i18n.t(locale, `forms:first.${key}`)]))
  return {
    title: words('tab'),
    fields: questions.map(([key, type]) => ({
      type,
      key,
      title: words(key),
      required: type !== 'hidden',
      enabled: true,
      placeholder: null,
      class: '' as const,
      additional_options: key === 'email' ? { rule: 'email' as const } : {},
    })),
  }
}
