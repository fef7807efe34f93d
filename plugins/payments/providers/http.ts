import { type OutgoingCall, OutgoingError } from 'stoa'
import { type GatewayAccount, GatewayError } from '../services/adapter.ts'

/** Timeout of a provider call in milliseconds. */
const PATIENCE = 8_000

export interface HttpAnswer {
  status: number
  text: string
}

/**
 * A call to a provider. Errors contain neither the query of its address nor the request body.
 * @throws GatewayError with `again` if the provider is unreachable or has a server error
 */
export async function call({ call: out }: GatewayAccount, url: string, sent: OutgoingCall, operation: string): Promise<HttpAnswer> {
  try {
    const answer = await out(url, { ...sent, patience: PATIENCE })
    const text = await answer.text()
    if (answer.status >= 500 || answer.status === 429)
      throw new GatewayError('unavailable', `${operation}: the provider answered ${answer.status}`, true)
    return { status: answer.status, text }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    if (error instanceof OutgoingError) throw notCalled(error, operation)
    throw new GatewayError('unreachable', `${operation}: the provider cannot be reached`, true)
  }
}

/** A blocked address or response is a configuration error of the method. */
export const notCalled = (error: OutgoingError, operation: string): GatewayError =>
  new GatewayError(error.code, `${operation}: ${error.message}`)

/** A form-encoded request body. */
export const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** JSON of a response. @throws GatewayError if it is not JSON */
export function parsed<T>(text: string, operation: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new GatewayError('unreadable', `${operation}: the provider's answer cannot be read`, true)
  }
}
