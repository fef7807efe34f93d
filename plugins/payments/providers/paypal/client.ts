import { getErrorCode, trimTrailing } from 'stoa'
import { type GatewayAccount, GatewayError } from '../../services/adapter.ts'
import { callProvider, formRequest, parseJson } from '../http.ts'

/** Currencies without decimals at PayPal, by https://developer.paypal.com/reference/currency-codes/. */
export const ZERO_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

const getBaseUrl = (account: GatewayAccount) =>
  trimTrailing(account.config.api_base ?? '', '/') ||
  (account.mode === 'live' ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com')

/** Access tokens of this process, cached until shortly before they expire. */
const tokens = new Map<string, { token: string; until: number }>()

async function getToken(account: GatewayAccount, fresh = false): Promise<string> {
  const { client_id = '', client_secret = '' } = account.config
  const name = `${getBaseUrl(account)} ${client_id} ${client_secret}`
  const cachedToken = tokens.get(name)
  if (!fresh && cachedToken && cachedToken.until > Date.now()) return cachedToken.token
  const init = formRequest({ grant_type: 'client_credentials' })
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await callProvider(
    account,
    `${getBaseUrl(account)}/v1/oauth2/token`,
    { ...init, headers: { ...init.headers, authorization: `Basic ${basic}` } },
    'token',
  )
  if (answer.status !== 200) throw new GatewayError('unauthorised', `token: PayPal answered ${answer.status}`)
  const { access_token, expires_in } = parseJson<{ access_token: string; expires_in: number }>(answer.text, 'token')
  if (tokens.size > 50) tokens.clear()
  tokens.set(name, { token: access_token, until: Date.now() + Math.max(0, expires_in - 60) * 1_000 })
  return access_token
}

/** A call to PayPal. `key` is the idempotency key (PayPal-Request-Id). @throws GatewayError with PayPal's issue as code */
export async function callPaypal<T = { id: string; status: string }>(
  account: GatewayAccount,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  key?: string,
): Promise<T> {
  const send = async (fresh: boolean) =>
    callProvider(
      account,
      getBaseUrl(account) + path,
      {
        method,
        headers: {
          authorization: `Bearer ${await getToken(account, fresh)}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(key ? { 'paypal-request-id': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      path.split('/')[2] ?? 'call',
    )
  let answer = await send(false)
  // A token may be revoked before it expires.
  if (answer.status === 401) answer = await send(true)
  if (answer.status >= 400) {
    const errorBody = parseJson<{ name?: string; details?: { issue?: string }[] }>(answer.text || '{}', 'error')
    const code = getErrorCode(errorBody.details?.[0]?.issue ?? errorBody.name) || 'failed'
    throw new GatewayError(code, `PayPal answered ${code} (${answer.status})`)
  }
  return parseJson<T>(answer.text || '{}', 'answer')
}
