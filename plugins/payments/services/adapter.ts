import { type Locale, type Outgoing, extensionPoint } from 'stoa'
import type { PaymentAction } from '../api-types.ts'

/** An attempt as providers see it. Amounts in hundredths. */
export interface Attempt {
  reference: string
  amount: number
  currency: string
  /** Public number of the document. */
  number: string
  provider_payment_id: string | null
}

export interface PaymentStart extends Attempt {
  language: Locale
  /** Instructions of the payment method as HTML. */
  instructions: string
  urls: { return: string; cancel: string; webhook: string }
  expires_at: Date
}

/** A payment method with its provider's configuration. `config` contains decrypted secrets: never log or return it. */
export interface GatewayAccount {
  id: number
  code: string
  provider: string
  mode: 'test' | 'live'
  config: Readonly<Record<string, string>>
  /** Key or certificate of the shop, for providers that sign with one. */
  pem: string
  /** Name of the shop, to show on the payment page. */
  shop: string
  /** HTTP client for calls to the provider, restricted to allowed addresses. */
  call: Outgoing
}

/** One report of a provider about an attempt. Amounts in hundredths. */
export interface PaymentReport {
  kind: 'paid' | 'authorized' | 'pending' | 'failed' | 'canceled' | 'refunded' | 'refund_pending' | 'refund_failed' | 'chargeback'
  /** The shop's reference; absent if the provider only gives its own id. */
  reference?: string | undefined
  provider_payment_id?: string | undefined
  /** The provider's transaction id; a refund names the capture by it. */
  txn: string
  amount?: number | undefined
  currency?: string | undefined
  /** Key with which a refund was requested. */
  refund_key?: string | undefined
  /** Reason as text. */
  reason?: string | undefined
}

/** A webhook request with its raw body. */
export interface WebhookRequest {
  raw: Buffer
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/** Content of a webhook whose signature was verified. */
export interface ParsedWebhook {
  /** Unique per payment method; identifies repeats. */
  event_key: string
  type: string
  reports: PaymentReport[]
}

export interface RefundRequest extends Attempt {
  key: string
  /** Amount to refund; `amount` is the charged amount. */
  refund_amount: number
  /** Amount of the same capture refunded before. */
  already_refunded: number
  /** A retry: an earlier request may have succeeded without its answer arriving. */
  is_retry: boolean
  capture_txn: string
  reason: string
}

/** `completed`: the money is on its way. `process`: the provider decides later. `failed`: it was rejected. */
export interface RefundResult {
  status: 'completed' | 'process' | 'failed'
  txn: string
  message?: string
}

/** Response to a provider's webhook. */
export interface WebhookResponse {
  status: number
  body: string
  type: string
}

/** Thrown by an adapter when the provider rejects a call or is unreachable. `message` is for staff and never contains a secret. */
export class GatewayError extends Error {
  readonly code: string
  /** True if a retry may succeed. */
  readonly retryable: boolean
  constructor(code: string, message: string, retryable = false) {
    super(message.slice(0, 500))
    this.name = 'GatewayError'
    this.code = code
    this.retryable = retryable
  }
}

/**
 * Adapter of a payment provider: functions around HTTP calls. It never touches documents or the database; `record-report.ts`
 * records what it reports. Every request carries an idempotency key that is the same on a retry.
 */
export interface PaymentAdapter {
  /** Message key of its name in the admin. */
  readonly title: string
  readonly flow: 'redirect' | 'form_post' | 'card' | 'instructions'
  /** `createPayment` sends no request, so it runs inside the transaction that writes the attempt. */
  readonly local?: true
  /** Supported currencies; all if absent. */
  readonly currencies?: ReadonlySet<string>
  /** Settings of the method that must be filled in before it is available at checkout. */
  listRequiredSettings(config: GatewayAccount['config']): readonly string[]
  /** Whether a payment of this amount and currency is possible. */
  supportsAmount?(payment: { amount: number; currency: string }): boolean
  createPayment(payment: PaymentStart, account: GatewayAccount): Promise<{ action: PaymentAction; provider_payment_id?: string }>
  /** Verifies the signature of a webhook. It runs before any of its content is used. */
  verifyWebhook?(request: WebhookRequest, account: GatewayAccount): Promise<boolean>
  parseWebhook?(request: WebhookRequest, account: GatewayAccount): Promise<ParsedWebhook>
  acknowledgeWebhook?(outcome: 'accepted' | 'refused'): WebhookResponse
  /** Queries the state of an attempt. It may also complete the payment if the provider requires that. */
  queryPayment?(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
  /** For providers with separate authorization and capture: captures or voids an authorization in full. */
  authorization?: {
    capture(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
    void(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
  }
  /** Whether this configuration allows refunds through the provider. */
  supportsRefunds?(config: GatewayAccount['config']): boolean
  refundPayment?(request: RefundRequest, account: GatewayAccount): Promise<RefundResult>
  /** Queries a refund that the provider decides later. */
  queryRefund?(request: RefundRequest & { provider_refund_id: string }, account: GatewayAccount): Promise<RefundResult>
  /** A call without side effects that tests the configuration. @throws GatewayError */
  testConnection?(account: GatewayAccount): Promise<void>
}

/** Payment providers by name. A plugin adds its own: `contributions: [contribute(PROVIDERS, 'my_bank', myBank)]`. */
export const PROVIDERS = extensionPoint<PaymentAdapter>('payments/providers', {
  description: 'payment provider adapters, by provider name',
  check: ({ parseWebhook, verifyWebhook }) =>
    parseWebhook && !verifyWebhook ? 'parseWebhook requires verifyWebhook: an unverified webhook may be forged' : undefined,
})
