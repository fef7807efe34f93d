import type { Row } from '../resource/api-types.ts'

/** Body of every error response. `messages` is a map of field to texts, or a plain list of texts. */
export interface Failure {
  code: string
  messages: Record<string, string[]> | string[]
  /** Only with 401: the UI ends its session. */
  error?: string
  /** Only with code STALE: the current row. */
  current?: Row
}

/** One contributed field as the store draws it: amounts are in the base currency, HTML is sanitized, other values are text. */
export interface ShownField {
  name: string
  label: string
  type: 'text' | 'html' | 'link' | 'money' | 'date' | 'instant'
  value: string
}

/** Contributed fields in a public response: a member for each field under its name, and those with a value as lines to draw. */
export interface ShownValues {
  fields?: ShownField[]
}
