import type { Failure, Row } from 'stoa/api-types'
import { beginCall } from '../state/pending.ts'
import { t } from '../i18n/index.ts'
import { normalised } from './normalise.ts'

/** A failed request, with the server's messages. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly messages: Failure['messages']
  readonly current: Row | undefined
  /** The session has expired. A global notification reports that. */
  readonly expired: boolean

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.code ?? `HTTP_${status}`)
    this.status = status
    this.code = failure.code ?? `HTTP_${status}`
    this.messages = failure.messages ?? []
    this.current = failure.current
    this.expired = status === 401 && failure.error !== undefined
  }
}

export type QueryValue = string | number | boolean | undefined | null

/** Options of a request. */
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, QueryValue>
  body?: unknown
  signal?: AbortSignal
  /** Type of the response body. */
  as?: 'json' | 'blob'
  /** The request is completed even when the page is closed; for small bodies. */
  keepalive?: true
}

let onExpired: () => void = () => {}

/** Registers the handler for expired sessions. */
export function whenSessionExpires(handler: () => void): void {
  onExpired = handler
}

let askPassword: () => Promise<boolean> = () => Promise.resolve(false)

/** Registers the function that asks for the password again; it resolves to true after the correct password. */
export function setPasswordPrompt(ask: () => Promise<boolean>): void {
  askPassword = ask
}

/** Sends a request, and repeats it after the user has confirmed the password if the server requires that. */
async function withPasswordConfirmation<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_AGAIN' || !(await askPassword())) throw error
    return call()
  }
}

/** Builds `/api/admin/...?query` without empty values. */
export function apiUrl(path: string, query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return `/api/admin${path ? `/${path}` : ''}${text ? `?${text}` : ''}`
}

async function findFailure(response: Response): Promise<Partial<Failure>> {
  const body: unknown = await response.json().catch(() => null)
  return normalised(body, response.status, t('failure.server', { status: response.status }))
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const { body, method = 'GET' } = options
  const form = body instanceof FormData
  const init: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json' } }
  if (options.signal) init.signal = options.signal
  if (options.keepalive) init.keepalive = true
  if (body !== undefined) {
    init.body = form ? body : JSON.stringify(body)
    if (!form) init.headers = { ...init.headers, 'Content-Type': 'application/json' }
  }
  try {
    return await fetch(apiUrl(path, options.query), init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, { code: 'NETWORK', messages: [t('failure.network')] })
  }
}

/** Sends a request to the staff API under `/api/admin/`. @throws ApiError for any response but success */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const end = beginCall()
  try {
    return await withPasswordConfirmation(async () => findAnswer<T>(await send(path, options), options.as))
  } finally {
    end()
  }
}

async function findAnswer<T>(response: Response, as: CallOptions['as']): Promise<T> {
  if (!response.ok) {
    const failure = await findFailure(response)
    if (response.status === 401 && failure.error) onExpired()
    throw new ApiError(response.status, failure)
  }
  if (as === 'blob') return (await response.blob()) as T
  if (response.status === 204) return undefined as T
  const answer = (await response.json()) as T & { messages?: Failure['messages'] }
  // A body with messages is an error, whatever the status.
  if (answer && typeof answer === 'object' && 'messages' in answer) throw new ApiError(response.status, answer)
  return answer
}

/** Uploads a form with files; `onPart` gets the progress from 0 to 1. Uses XMLHttpRequest, because fetch has no upload progress. */
export async function apiUpload<T>(path: string, body: FormData, onPart: (part: number) => void): Promise<T> {
  const end = beginCall()
  try {
    return await withPasswordConfirmation(async () => findAnswer<T>(await sendForm(path, body, onPart), 'json'))
  } finally {
    end()
  }
}

const sendForm = (path: string, body: FormData, onPart: (part: number) => void): Promise<Response> =>
  new Promise<Response>((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.upload.addEventListener('progress', ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0))
    call.addEventListener('load', () => resolve(new Response(call.responseText, { status: call.status })))
    const lost = () => reject(new ApiError(0, { code: 'NETWORK', messages: [t('failure.network')] }))
    for (const event of ['error', 'abort', 'timeout']) call.addEventListener(event, lost)
    call.open('POST', apiUrl(path))
    call.setRequestHeader('Accept', 'application/json')
    call.send(body)
  })
