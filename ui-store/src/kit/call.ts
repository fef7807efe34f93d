/** A request as the store makes it: in the browser over the network, on the server inside the process. */
export type FetchApi = (path: string, init: CallInit) => Promise<CallAnswer>

export interface CallInit {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: string
}

export interface CallAnswer {
  status: number
  json: () => Promise<unknown>
}

/** Messages of a refused call: by field, or plain texts. */
export type CallMessages = Record<string, string[]> | string[]

/** A call that was refused. Any answer with `messages` is one, whatever its status. */
export class CallFailed extends Error {
  readonly status: number
  readonly messages: CallMessages

  constructor(status: number, messages: CallMessages) {
    super(getTexts(messages)[0] ?? `HTTP ${status}`)
    this.name = 'CallFailed'
    this.status = status
    this.messages = messages
  }
}

/** Every text of a failure, fields first to last. */
export const getTexts = (messages: CallMessages): string[] => (Array.isArray(messages) ? messages : Object.values(messages).flat())

/** Texts to show for whatever went wrong; empty when the failure says nothing useful. */
export const failureTexts = (error: unknown): string[] => (error instanceof CallFailed ? getTexts(error.messages) : [])

/** Name of the window's event that tells of a refused session. */
export const SESSION_ENDED = 'stoa-session-ended'

export interface Call {
  get: <T>(path: string, query?: Record<string, string>) => Promise<T>
  post: <T>(path: string, body: unknown, headers?: Record<string, string>) => Promise<T>
  put: <T>(path: string, body: unknown) => Promise<T>
  remove: <T>(path: string, body: unknown) => Promise<T>
}

const hasMessages = (body: unknown): body is { messages: CallMessages } => typeof body === 'object' && body !== null && 'messages' in body

/** What a call came to. @throws CallFailed when it was refused */
export const answered = (status: number, result: unknown): unknown => {
  // Whoever keeps the visitor's account hears that the session has ended.
  if (status === 401 && typeof window !== 'undefined') window.dispatchEvent(new Event(SESSION_ENDED))
  if (hasMessages(result)) throw new CallFailed(status, result.messages)
  if (status >= 400) throw new CallFailed(status, [])
  return result
}

/** Wraps a transport in the contract's rules: JSON both ways, failures thrown. */
export const createCall = (fetchApi: FetchApi): Call => {
  const send = async <T>(method: CallInit['method'], path: string, body?: unknown, extra: Record<string, string> = {}): Promise<T> => {
    const headers: Record<string, string> = { accept: 'application/json', ...extra }
    const init: CallInit = { method, headers }
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
    const answer = await fetchApi(path, init)
    return answered(answer.status, await answer.json().catch(() => null)) as T
  }
  return {
    get: (path, query) => send('GET', query ? `${path}?${new URLSearchParams(query)}` : path),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    remove: (path, body) => send('DELETE', path, body),
  }
}
