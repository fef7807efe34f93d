import type { Kernel, Locale } from 'stoa'

/** One effect of a change. Names are in the order's language; no personal data is stored. */
export type ChangeEntry =
  | { what: 'added' | 'gift'; name: string; to: number }
  | { what: 'removed'; name: string; from: number }
  | { what: 'quantity'; name: string; from: number; to: number }
  | { what: 'shipping'; from: string; to: string }
  | { what: 'address' | 'contact' }

/** The effects of a change as text. */
export const entryTexts = ({ i18n }: Pick<Kernel, 'i18n'>, language: Locale, entries: readonly ChangeEntry[]): string[] =>
  entries.map(({ what, ...values }) => i18n.t(language, `sales:change.${what}`, { name: '', from: '', to: '', ...values }))
