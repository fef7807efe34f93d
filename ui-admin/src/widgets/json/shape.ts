export type Flat = Record<string, unknown>

/** One changed field of a record, in the format of the audit log. */
export interface Change {
  field: string
  old: unknown
  new: unknown
}

const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const isFlat = (value: unknown): value is Flat =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPlain)

/** The columns of a list of flat objects; undefined for other data. */
export function getColumns(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFlat)) return undefined
  return [...new Set(value.flatMap((row) => Object.keys(row)))]
}

/** Parses a list of changes; undefined for other data. */
export function getChanges(value: unknown): Change[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const isChange = (candidate: unknown) => typeof candidate === 'object' && candidate !== null && 'field' in candidate && 'new' in candidate
  return value.every(isChange) ? (value as Change[]) : undefined
}

/** Names and values of a flat object; undefined for other data. */
export const getPairs = (value: unknown): [string, unknown][] | undefined => (isFlat(value) ? Object.entries(value) : undefined)

/** Formats a name: "base_currency" becomes "Base currency". */
export const readable = (name: string): string => name.replaceAll(/[_-]+/g, ' ').replace(/^\p{Ll}/u, (email) => email.toUpperCase())
