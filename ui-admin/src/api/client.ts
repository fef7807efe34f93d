import type { Failure, Row } from 'stoa/api-types'
import { beginCall } from '../state/pending.ts'
import { t } from '../i18n/index.ts'
import { normalised } from './normalise.ts'

/** A refused or broken call, with what the server said about it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly messages: Failure['messages']
  readonly current: Row | undefined
  /** The session is over, which is told by itself. */
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

/** What a call may carry besides its path. */
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, QueryValue>
  body?: unknown
  signal?: AbortSignal
  /** Answers this kind instead of JSON. */
  as?: 'json' | 'blob'
  /** It arrives although the page is left meanwhile; for small bodies. */
  keepalive?: true
}

let onExpired: () => void = () => {}

/** Registers what happens when the server says that the session is over. */
export function whenSessionExpires(handler: () => void): void {
  onExpired = handler
}

let askPassword: () => Promise<boolean> = () => Promise.resolve(false)

/** Registers who asks for the password again; true once it was right. */
export function whenPasswordIsAsked(ask: () => Promise<boolean>): void {
  askPassword = ask
}

/** Makes a call, and once more after the password was typed again where the server wants that. */
async function provenIfAsked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_AGAIN' || !(await askPassword())) throw error
    return call()
  }
}

/** Builds `/api/admin/...?query`, leaving empty values out. */
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

/** Calls the staff API under `/api/admin/`. Throws `ApiError` for anything that is not a success. */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const end = beginCall()
  try {
    return await provenIfAsked(async () => findAnswer<T>(await send(path, options), options.as))
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
  // A body with messages is a refusal whatever its status.
  if (answer && typeof answer === 'object' && 'messages' in answer) throw new ApiError(response.status, answer)
  return answer
}

/** Sends a form with files; `onPart` is told how much of it went out, from 0 to 1. Only the older way of calling tells that. */
export async function apiUpload<T>(path: string, body: FormData, onPart: (part: number) => void): Promise<T> {
  const end = beginCall()
  try {
    return await provenIfAsked(async () => findAnswer<T>(await sendForm(path, body, onPart), 'json'))
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
