import type { Outgoing } from 'stoa'
import { type GatewayAccount, GatewayError, type WebhookRequest, type RefundRequest, type PaymentStart } from '../services/adapter.ts'

/** A request of an adapter, as its provider received it. */
export interface Called {
  method: string
  url: URL
  headers: Headers
  text: string
  form: URLSearchParams
  // oxlint-disable-next-line typescript/no-explicit-any -- what was sent is looked into by tests
  json: any
}

/** A provider's response: JSON, text, or a network error. */
type Answering = object | string | Error | { status: number; body: object | string }

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A payment method whose provider returns scripted responses; no requests are sent. A list of `answers` is used in order, and its last
 * entry repeats.
 */
export function scripted(
  provider: string,
  config: Record<string, string>,
  answers: readonly Answering[] | ((called: Called) => Answering) = [],
  more: Partial<GatewayAccount> = {},
): { account: GatewayAccount; calls: Called[] } {
  const calls: Called[] = []
  const call: Outgoing = async (url, { method = 'GET', headers, body } = {}) => {
    const text = String(body ?? '')
    const called = {
      method,
      url: new URL(url),
      headers: new Headers(headers as HeadersInit),
      text,
      form: new URLSearchParams(text),
      json: asJson(text),
    }
    calls.push(called)
    const answer = typeof answers === 'function' ? answers(called) : answers[Math.min(calls.length, answers.length) - 1]
    if (answer instanceof Error) throw answer
    const { status, body: payload } =
      answer !== null && typeof answer === 'object' && 'status' in answer && 'body' in answer
        ? (answer as { status: number; body: object | string })
        : { status: 200, body: answer ?? {} }
    const json = typeof payload !== 'string'
    return new Response(json ? JSON.stringify(payload) : payload, {
      status,
      headers: { 'content-type': json ? 'application/json' : 'text/plain' },
    })
  }
  const account = { id: 1, code: provider, provider, mode: 'live' as const, config, pem: '', shop: 'Harbour Tea', call, ...more }
  return { account, calls }
}

/** A payment attempt of HKD 128.00, as an adapter receives it. */
export const starting = (more: Partial<PaymentStart> = {}): PaymentStart => ({
  ...{ reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1', provider_payment_id: null, language: 'en-US', instructions: '' },
  urls: { return: 'https://shop.test/back?a=1', cancel: 'https://shop.test/back?a=1&canceled=1', webhook: 'https://shop.test/hook' },
  expires_at: new Date(Date.now() + 3_600_000),
  ...more,
})

/** A refund of HKD 50.00 of that attempt. */
export const createRefundRequest = (more: Partial<RefundRequest> = {}): RefundRequest => ({
  ...{ reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1-1', provider_payment_id: 'P1', key: 'refund-SO1-1-a' },
  ...{ refund_amount: 5_000, already_refunded: 0, is_retry: false, capture_txn: 'C1', reason: 'Broken' },
  ...more,
})

export const createNotice = (body: string | object, headers: Record<string, string> = {}): WebhookRequest => ({
  raw: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  headers,
  query: {},
})

/**
 * Returns the error that an adapter throws.
 * @throws Error if it throws none
 */
export async function catchGatewayError(run: () => Promise<unknown>): Promise<GatewayError> {
  try {
    await run()
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
