import { type OutgoingCall, OutgoingError } from 'stoa'
import { type GatewayAccount, GatewayError } from '../services/adapter.ts'

/** Timeout of a provider call in milliseconds. */
const TIMEOUT_MS = 8_000

export interface HttpResponse {
  status: number
  text: string
}

/**
 * A call to a provider. Errors contain neither the query of its address nor the request body.
 * @throws GatewayError that is retryable if the provider is unreachable or has a server error
 */
export async function callProvider(
  { call: send }: GatewayAccount,
  url: string,
  sent: OutgoingCall,
  operation: string,
): Promise<HttpResponse> {
  try {
    const answer = await send(url, { ...sent, timeoutMs: TIMEOUT_MS })
    const text = await answer.text()
    if (answer.status >= 500 || answer.status === 429)
      throw new GatewayError('unavailable', `${operation}: the provider answered ${answer.status}`, true)
    return { status: answer.status, text }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    if (error instanceof OutgoingError) throw toBlockedError(error, operation)
    throw new GatewayError('unreachable', `${operation}: the provider cannot be reached`, true)
  }
}

/** A blocked address or response is a configuration error of the method. */
export const toBlockedError = (error: OutgoingError, operation: string): GatewayError =>
  new GatewayError(error.code, `${operation}: ${error.message}`)

/** A form-encoded request body. */
export const formRequest = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** JSON of a response. @throws GatewayError if it is not JSON */
export function parseJson<T>(text: string, operation: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new GatewayError('unreadable', `${operation}: the provider's answer cannot be read`, true)
  }
}
