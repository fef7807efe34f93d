/** A message for people: literal text, or a message key with parameters that is translated when the response is sent. */
export type Message = string | { key: string; params?: Record<string, unknown> }

/** Error messages: by field, or a plain list. Field paths of child rows are dotted: `stocks.0.sku`. */
export type Messages = Record<string, Message[]> | Message[]

/** A declared error code. */
export interface ErrorKind {
  readonly code: string
  readonly status: number
  /** Message key of the default text. */
  readonly text: string
}

const kinds = new Map<string, ErrorKind>()

/**
 * Declares an error code. Each must be listed in docs/errors.md; a test checks this.
 * @throws Error when the code was declared differently before: codes are unique over all plugins.
 */
export function defineError(code: string, status: number, text: string): ErrorKind {
  const existing = kinds.get(code)
  if (existing && (existing.status !== status || existing.text !== text)) throw new Error(`Error code ${code} is declared twice`)
  const kind = existing ?? { code, status, text }
  kinds.set(code, kind)
  return kind
}

/** All declared errors, by code. */
export const errorKinds = (): ErrorKind[] => [...kinds.values()].sort((a, b) => a.code.localeCompare(b.code))

/** Thrown anywhere in a request; the error handler sends it as `{ code, messages }`. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly messages: Messages
  /** Further top-level members of the response, for example the current row of a conflict. */
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(kind: ErrorKind, texts?: Messages, more: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {}) {
    super(texts && !Array.isArray(texts) ? `${kind.code}: ${Object.keys(texts).join(', ')}` : kind.code)
    this.name = 'Failed'
    this.kind = kind
    this.messages = texts ?? [{ key: kind.text }]
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }
}

export const INVALID = defineError('INVALID', 422, 'core:error.invalid')
export const BAD_REQUEST = defineError('BAD_REQUEST', 400, 'core:error.bad_request')
export const UNAUTHENTICATED = defineError('UNAUTHENTICATED', 401, 'core:error.login_expired')
export const WRONG_CREDENTIALS = defineError('WRONG_CREDENTIALS', 422, 'core:error.wrong_credentials')
export const FORBIDDEN = defineError('FORBIDDEN', 403, 'core:error.forbidden')
export const PASSWORD_AGAIN = defineError('PASSWORD_AGAIN', 403, 'core:error.password_again')
export const NOT_FOUND = defineError('NOT_FOUND', 404, 'core:error.not_found')
export const STALE = defineError('STALE', 409, 'core:error.stale')
export const CONFLICT = defineError('CONFLICT', 409, 'core:error.conflict')
export const IN_USE = defineError('IN_USE', 409, 'core:error.in_use')
export const TOO_LARGE = defineError('TOO_LARGE', 413, 'core:error.too_large')
export const TOO_MANY = defineError('TOO_MANY', 429, 'core:error.too_many')
export const UNAVAILABLE = defineError('UNAVAILABLE', 503, 'core:error.unavailable')
export const NO_ROOM = defineError('NO_ROOM', 503, 'core:error.no_room')
export const INTERNAL = defineError('INTERNAL', 500, 'core:error.internal')
export const WRONG_STATE = defineError('WRONG_STATE', 409, 'core:error.not_now')
export const CROSS_SITE = defineError('CROSS_SITE', 403, 'core:error.cross_site')

/** Shorthand for a validation error: `throw validationError({ sku: message('catalogue:sku_taken') })`. */
export function validationError(fields: Record<string, Message | Message[]>): AppError {
  return new AppError(INVALID, Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, Array.isArray(v) ? v : [v]])))
}

/** Renames the fields of a validation error; returns any other error unchanged. */
export function renameFields(error: AppError, getFieldName: (field: string) => string): AppError {
  if (error.kind !== INVALID || Array.isArray(error.messages)) return error
  const texts = Object.entries(error.messages as Record<string, Message[]>)
  if (texts.every(([field]) => getFieldName(field) === field)) return error
  return new AppError(INVALID, Object.fromEntries(texts.map(([field, list]) => [getFieldName(field), list])))
}

/** Messages of an error by field; general messages are assigned to `field`. */
export const toFieldMessages = ({ messages }: AppError, field: string): Record<string, Message[]> =>
  Array.isArray(messages) ? { [field]: messages } : messages

/** A message key with parameters. */
export const message = (key: string, params?: Record<string, unknown>): Message => (params ? { key, params } : { key })

/** SQLSTATEs of a value that cannot be converted to the column's type. */
export const UNREADABLE_VALUE_STATES: ReadonlySet<string> = new Set([
  '22021',
  '22P02',
  '22003',
  '22007',
  '22008',
  '22009',
  '22001',
  '22P05',
])

/** The result, or undefined after a NOT_FOUND error. */
export const ignoreNotFound = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === NOT_FOUND) return undefined
    throw error
  })
