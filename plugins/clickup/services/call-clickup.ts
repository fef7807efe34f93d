import { AppError, type Ctx, getErrorCode, NOT_FOUND, message, outgoing, trimTrailing } from 'stoa'
import { getWaitSeconds } from '../domain/rate-limit.ts'
import { classifyRefusal } from '../domain/refusal.ts'
import { RATE_LIMITED, REFUSED, TOKEN_INVALID, UNREACHABLE, UNREADABLE, WORKSPACE_UNKNOWN } from '../errors.ts'
import { clickup } from '../settings.ts'
import { assertNotBlocked, blockCalls, getAuthorization, getConnection } from './connection.ts'
import { isObject, type JsonObject } from './json.ts'

const TIMEOUT_MS = 8_000
/** A workspace with a thousand members needs about half a megabyte. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_ERROR_TEXT = 200

/** A call of the ClickUp API. */
export interface ClickUpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the base address. Ids in it are validated by the caller. */
  path: string
  body?: Record<string, unknown>
}

async function send({ kernel }: Ctx, { method, path, body }: ClickUpCall, headers: Record<string, string>): Promise<Response> {
  const { api_url } = kernel.settings.of(clickup)
  try {
    return await outgoing(kernel.config)(`${trimTrailing(api_url, '/')}${path}`, {
      method,
      headers: { accept: 'application/json', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
  } catch (error) {
    // The message of the error can contain the address, but no header and no body.
    kernel.log.warn({ call: `${method} ${path}`, reason: error instanceof Error ? error.message : 'unknown' }, 'ClickUp does not answer')
    throw new AppError(UNREACHABLE)
  }
}

async function readBody({ kernel }: Ctx, { method, path }: ClickUpCall, answer: Response): Promise<JsonObject | undefined> {
  const body: unknown = await answer.json().catch(() => undefined)
  if (isObject(body)) return body
  kernel.log.warn({ call: `${method} ${path}`, status: answer.status }, 'ClickUp answered without a JSON object')
  return undefined
}

/** `err` and `ECODE` of ClickUp for the caller; a text that repeats a secret is left out. */
function readReason(body: JsonObject | undefined, secrets: readonly string[]): { err?: string; ECODE?: string } {
  const code = getErrorCode(body?.ECODE)
  const text = typeof body?.err === 'string' ? body.err : ''
  const isSafe = text !== '' && !secrets.some((secret) => secret !== '' && text.includes(secret))
  return { ...(isSafe ? { err: text.slice(0, MAX_ERROR_TEXT) } : {}), ...(code ? { ECODE: code } : {}) }
}

function toError(status: number, body: JsonObject | undefined, secrets: readonly string[]): AppError {
  const extra = readReason(body, secrets)
  if (body === undefined && status < 500 && ![401, 404].includes(status)) return new AppError(UNREADABLE)
  switch (classifyRefusal(status, extra.ECODE ?? '')) {
    case 'token':
      return new AppError(TOKEN_INVALID, undefined, { extra })
    case 'workspace':
      return new AppError(WORKSPACE_UNKNOWN, undefined, { extra })
    case 'missing':
      return new AppError(NOT_FOUND, undefined, { extra })
    case 'server':
      return new AppError(UNREACHABLE, undefined, { extra })
    default:
      return new AppError(REFUSED, [message('clickup:error.refused_code', { code: extra.ECODE ?? String(status) })], { extra })
  }
}

/**
 * Calls ClickUp, once: a refused call is never repeated here. Returns the JSON object of the answer.
 * @param token another token than that of the shop
 * @throws AppError TOKEN_INVALID, WORKSPACE_UNKNOWN, NOT_FOUND, RATE_LIMITED, UNREACHABLE, UNREADABLE, REFUSED
 */
export async function callClickUp(ctx: Ctx, call: ClickUpCall, token?: string): Promise<JsonObject> {
  const connection = getConnection(ctx.kernel, token)
  await assertNotBlocked(ctx, connection)
  const answer = await send(ctx, call, { authorization: getAuthorization(connection) })
  const body = await readBody(ctx, call, answer)
  const { headers, ok } = answer
  // Some refusals have another status, so the code counts too.
  const status = !ok && getErrorCode(body?.ECODE) === 'APP_002' ? 429 : answer.status
  const waitSeconds = getWaitSeconds(status, headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset'), Date.now())
  const rateLimitError = waitSeconds > 0 ? await blockCalls(ctx, connection.key, waitSeconds) : undefined
  if (status === 429 && rateLimitError) throw rateLimitError
  if (!ok) throw toError(status, body, [connection.token])
  if (body === undefined) throw new AppError(UNREADABLE)
  return body
}

/** Application and code of an authorization. */
export interface TokenRequest {
  client_id: string
  client_secret: string
  code: string
}

/** Characters of access tokens: those of RFC 6750. */
const TOKEN = /^[\w.~+/=-]{8,255}$/

/**
 * Exchanges the code of an authorization for a token. The secrets are sent in the body, never in the address.
 * @throws AppError REFUSED, RATE_LIMITED, UNREACHABLE, UNREADABLE
 */
export async function exchangeCode(ctx: Ctx, { client_id, client_secret, code }: TokenRequest): Promise<string> {
  const call: ClickUpCall = { method: 'POST', path: '/v2/oauth/token', body: { client_id, client_secret, code } }
  const answer = await send(ctx, call, {})
  const body = await readBody(ctx, call, answer)
  if (!answer.ok) {
    const extra = readReason(body, [client_secret, code])
    if (answer.status === 429) throw new AppError(RATE_LIMITED, undefined, { extra })
    if (answer.status >= 500) throw new AppError(UNREACHABLE, undefined, { extra })
    if (body === undefined) throw new AppError(UNREADABLE)
    const reason = message('clickup:error.not_connected', { code: extra.ECODE ?? String(answer.status) })
    throw new AppError(REFUSED, [reason], { extra })
  }
  const token = body?.access_token
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new AppError(UNREADABLE)
  return token
}
