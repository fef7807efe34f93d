import { type OutgoingCall, OutgoingError } from 'stoa'
import { type GatewayAccount, GatewayError } from '../services/adapter.ts'

/** Longest a provider is waited for, in milliseconds. */
const PATIENCE = 8_000

export interface HttpAnswer {
  status: number
  text: string
}

/**
 * One call to a provider. Neither its address with a query nor what was sent appears in errors.
 * @throws GatewayError with `again` when the provider cannot be reached or fails itself.
 */
export async function call({ call: out }: GatewayAccount, url: string, sent: OutgoingCall, what: string): Promise<HttpAnswer> {
  try {
    const answer = await out(url, { ...sent, patience: PATIENCE })
    const text = await answer.text()
    if (answer.status >= 500 || answer.status === 429)
      throw new GatewayError('unavailable', `${what}: the provider answered ${answer.status}`, true)
    return { status: answer.status, text }
  } catch (error) {
    if (error instanceof GatewayError) throw error
    if (error instanceof OutgoingError) throw notCalled(error, what)
    throw new GatewayError('unreachable', `${what}: the provider cannot be reached`, true)
  }
}

/** A provider's address that is not called, or whose answer is not taken, is a matter of the method's configuration. */
export const notCalled = (error: OutgoingError, what: string): GatewayError => new GatewayError(error.code, `${what}: ${error.message}`)

/** A form as bodies carry it. */
export const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** JSON of an answer. @throws GatewayError when it is none. */
export function parsed<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new GatewayError('unreadable', `${what}: the provider's answer cannot be read`, true)
  }
}
