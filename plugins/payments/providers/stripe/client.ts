import type Stripe from 'stripe'
import { type Outgoing, OutgoingError, getErrorCode } from 'stoa'
import { type GatewayAccount, GatewayError } from '../../services/adapter.ts'
import { toBlockedError } from '../http.ts'

/**
 * Zero-decimal currencies of Stripe, by https://docs.stripe.com/currencies. ISK and UGX have no decimals either, but
 * by the special cases of the same page the API counts them in hundredths that end in 00.
 */
export const ZERO_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)

/** One client per HTTP client, key and address, since creating one is expensive. */
const clients = new WeakMap<Outgoing, Map<string, Stripe>>()

/** Stripe's library, with the method's own address if set. Loaded with the first payment. @throws GatewayError without a key */
export async function getClient(account: GatewayAccount): Promise<Stripe> {
  const { secret_key = '', api_base = '' } = account.config
  // Retryable: a cleared or undecryptable key may be restored. The library cannot be created without one.
  if (!secret_key) throw new GatewayError('no_key', 'Stripe cannot be called without the secret key', true)
  const name = `${secret_key} ${api_base}`
  const accountClients = clients.get(account.call) ?? new Map<string, Stripe>()
  const cachedClient = accountClients.get(name)
  if (cachedClient) return cachedClient
  const { default: Sdk } = await import('stripe')
  const base = api_base ? new URL(api_base) : undefined
  const sdk = new Sdk(secret_key, {
    timeout: 8_000,
    // Retries use the same idempotency key, so a lost response does not charge twice.
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Sdk.createFetchHttpClient(toFetch(account.call)),
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'http:' ? '80' : '443'),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  })
  if (accountClients.size > 50) accountClients.clear()
  clients.set(account.call, accountClients.set(name, sdk))
  return sdk
}

/** Adapter for the library's `fetch` calls with text bodies. */
const toFetch =
  (call: Outgoing): typeof fetch =>
  (input, { method, headers, body, signal } = {}) =>
    call(input instanceof Request ? input.url : input, { method, headers, signal, ...(typeof body === 'string' ? { body } : {}) })

interface SdkError {
  type?: string
  code?: string
  decline_code?: string
  statusCode?: number
  /** Details of a connection error. */
  detail?: unknown
}

/** Converts an error without Stripe's message, which may quote parts of keys. */
export function toGatewayError(error: unknown, operation: string): GatewayError {
  if (error instanceof GatewayError) return error
  if (error instanceof RangeError) return new GatewayError('amount', `${operation}: ${error.message}`)
  const { type = '', code, decline_code, statusCode = 0, detail } = error as SdkError
  if (detail instanceof OutgoingError) return toBlockedError(detail, operation)
  const retryable = type === 'StripeConnectionError' || type === 'StripeAPIError' || statusCode === 429 || statusCode >= 500
  const errorCode = getErrorCode(decline_code) || getErrorCode(code) || type || 'failed'
  return new GatewayError(errorCode, `${operation}: Stripe answered ${errorCode}${statusCode ? ` (${statusCode})` : ''}`, retryable)
}
