/** Sends a request: in the browser over the network, on the server in process. */
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

/** Messages of an error response: by field, or plain texts. */
export type CallMessages = Record<string, string[]> | string[]

/** An error response. Any response with `messages` is one, whatever its status. */
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

/** All texts of an error, in the order of fields. */
export const getTexts = (messages: CallMessages): string[] => (Array.isArray(messages) ? messages : Object.values(messages).flat())

/** Texts to show for an error; empty when it has none. */
export const failureTexts = (error: unknown): string[] => (error instanceof CallFailed ? getTexts(error.messages) : [])

/** Name of the window event after a response with status 401. */
export const SESSION_ENDED = 'stoa-session-ended'

export interface Call {
  get: <T>(path: string, query?: Record<string, string>) => Promise<T>
  post: <T>(path: string, body: unknown, headers?: Record<string, string>) => Promise<T>
  put: <T>(path: string, body: unknown) => Promise<T>
  remove: <T>(path: string, body: unknown) => Promise<T>
}

const hasMessages = (body: unknown): body is { messages: CallMessages } => typeof body === 'object' && body !== null && 'messages' in body

/** The result of a call. @throws CallFailed for an error response */
export const answered = (status: number, result: unknown): unknown => {
  // Plugins that show the account listen for the end of the session.
  if (status === 401 && typeof window !== 'undefined') window.dispatchEvent(new Event(SESSION_ENDED))
  if (hasMessages(result)) throw new CallFailed(status, result.messages)
  if (status >= 400) throw new CallFailed(status, [])
  return result
}

/** Creates the API client on a transport: JSON in both directions, errors thrown. */
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
