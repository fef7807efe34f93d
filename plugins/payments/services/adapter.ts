import { type Locale, type Outgoing, extensionPoint } from 'stoa'
import type { PaymentAction } from '../api-types.ts'

/** An attempt as providers see it. Amounts in hundredths. */
export interface Attempt {
  reference: string
  amount: number
  currency: string
  /** Number of the document people know. */
  number: string
  provider_payment_id: string | null
}

export interface PaymentStart extends Attempt {
  language: Locale
  /** Instructions of the method as HTML. */
  instructions: string
  urls: { return: string; cancel: string; webhook: string }
  expires: Date
}

/** A payment method with what its provider must know. `config` holds secrets in the clear: never log or answer it. */
export interface GatewayAccount {
  id: number
  code: string
  provider: string
  mode: 'test' | 'live'
  config: Readonly<Record<string, string>>
  /** Key or certificate of the shop, for providers that sign with one. */
  pem: string
  shop: string
  /** The one way to its provider: it knows which addresses may be called. */
  call: Outgoing
}

/** One thing a provider says about an attempt. Amounts in hundredths. */
export interface PaymentReport {
  kind: 'paid' | 'authorized' | 'pending' | 'failed' | 'canceled' | 'refunded' | 'refund_pending' | 'refund_failed' | 'chargeback'
  /** Ours; absent when the provider only names its own number. */
  reference?: string | undefined
  provider_payment_id?: string | undefined
  /** The provider's number of what was moved: refunds of a capture are asked for with it. */
  txn: string
  amount?: number | undefined
  currency?: string | undefined
  /** Key a refund was asked with. */
  refund_key?: string | undefined
  /** Why, in words for people. */
  reason?: string | undefined
}

/** A webhook as it came, byte for byte. */
export interface Notice {
  raw: Buffer
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/** What a webhook says, once its signature was found right. */
export interface ParsedNotice {
  /** Unique per method; repeats are recognised by it. */
  event_key: string
  type: string
  told: PaymentReport[]
}

export interface RefundRequest extends Attempt {
  key: string
  /** To give back; `amount` is what was charged. */
  refund: number
  /** Given back of the same capture before. */
  already: number
  /** Not the first try: an earlier one may have come through without its answer. */
  repeated: boolean
  capture_txn: string
  reason: string
}

/** `completed`: the money is on its way. `process`: the provider decides later. `failed`: it will not come. */
export interface RefundResult {
  status: 'completed' | 'process' | 'failed'
  txn: string
  message?: string
}

/** What a provider hears after its webhook. */
export interface Ack {
  status: number
  body: string
  type: string
}

/** Thrown by an adapter when the provider refuses or cannot be reached. `message` is for staff and never holds a secret. */
export class GatewayError extends Error {
  readonly code: string
  /** True when trying again may help. */
  readonly again: boolean
  constructor(code: string, message: string, again = false) {
    super(message.slice(0, 500))
    this.name = 'GatewayError'
    this.code = code
    this.again = again
  }
}

/**
 * One payment provider: pure functions around HTTP. It never touches documents or the database; what it says is
 * booked by `ledger.ts`. Everything it sends carries a key that stays the same when it is sent again.
 */
export interface PaymentAdapter {
  /** Key of the text that names it to staff. */
  readonly title: string
  readonly flow: 'redirect' | 'form_post' | 'card' | 'instructions'
  /** `create` asks nobody and costs next to nothing, so it is called while the attempt is being written. */
  readonly local?: true
  /** Currencies it can charge; all when absent. */
  readonly currencies?: ReadonlySet<string>
  /** Fields of the method that must be filled in before it is offered. */
  needs(config: GatewayAccount['config']): readonly string[]
  /** Whether a bill of this amount and currency can be charged at all. */
  fits?(bill: { amount: number; currency: string }): boolean
  create(starting: PaymentStart, account: GatewayAccount): Promise<{ action: PaymentAction; provider_payment_id?: string }>
  /** Whether a notice comes from the provider. Runs before anything of it is believed. */
  verify?(notice: Notice, account: GatewayAccount): Promise<boolean>
  read?(notice: Notice, account: GatewayAccount): Promise<ParsedNotice>
  ack?(outcome: 'taken' | 'refused'): Ack
  /** Asks how an attempt stands; may also conclude it where the provider waits for that. */
  query?(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
  /** For providers that can keep money reserved before it is taken: what `authorized` told of is taken, or let go, in full. */
  held?: {
    take(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
    release(attempt: Attempt, account: GatewayAccount): Promise<PaymentReport[]>
  }
  /** Whether money can be given back through the provider with this configuration. */
  refunds?(config: GatewayAccount['config']): boolean
  refund?(asked: RefundRequest, account: GatewayAccount): Promise<RefundResult>
  /** Asks how a refund stands that the provider decides later. */
  refundState?(asked: RefundRequest & { provider_refund_id: string }, account: GatewayAccount): Promise<RefundResult>
  /** A harmless call that shows whether the configuration works. @throws GatewayError */
  probe?(account: GatewayAccount): Promise<void>
}

/** Every provider by its name. A plugin adds its own: `offers: [offer(PROVIDERS, 'my_bank', myBank)]`. */
export const PROVIDERS = extensionPoint<PaymentAdapter>('payments/providers', {
  description: 'adapters of payment providers, by the name payment methods choose them by',
  check: ({ read, verify }) => (read && !verify ? 'it reads notices whose sender nobody verifies' : undefined),
})
