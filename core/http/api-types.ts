import type { Row } from '../resource/api-types.ts'

/** Every failure, whatever its status. `messages` is a map of field to texts, or a plain list of texts. */
export interface Failure {
  code: string
  messages: Record<string, string[]> | string[]
  /** Only with 401: the UI drops its session when it sees it. */
  error?: string
  /** Only with code STALE: the row as it stands now. */
  current?: Row
}

/** One field of an extension as the shop draws it: an amount is in the base currency, HTML is sanitised, other values are words. */
export interface ShownField {
  name: string
  label: string
  type: 'text' | 'html' | 'link' | 'money' | 'date' | 'instant'
  value: string
}

/** What extensions add to a public answer: a member for each field under its name, and those that have a value as lines to draw. */
export interface ShownValues {
  fields?: ShownField[]
}
