import type { Kernel, Locale } from 'stoa'

/** One thing a change did to an order. Names are those of its language; nothing of a person is kept. */
export type ChangeEntry =
  | { what: 'added' | 'gift'; name: string; to: number }
  | { what: 'removed'; name: string; from: number }
  | { what: 'quantity'; name: string; from: number; to: number }
  | { what: 'shipping'; from: string; to: string }
  | { what: 'address' | 'contact' }

/** What a change did, in words. */
export const entryTexts = ({ i18n }: Pick<Kernel, 'i18n'>, language: Locale, entries: readonly ChangeEntry[]): string[] =>
  entries.map(({ what, ...values }) => i18n.t(language, `sales:change.${what}`, { name: '', from: '', to: '', ...values }))
