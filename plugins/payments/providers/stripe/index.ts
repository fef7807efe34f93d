import type Stripe from 'stripe'
import { toProvider } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  type Attempt,
  GatewayError,
  type PaymentStart,
  type PaymentReport,
} from '../../services/adapter.ts'
import { asGatewayError, client, WHOLE } from './client.ts'
import { parseNotice } from './events.ts'
import { toIntentReport } from './reports.ts'

/**
 * Stripe by its official library. Two modes: the store's card page (a PaymentIntent, confirmed in the browser), or
 * Stripe's page (a Checkout Session). The library verifies webhooks on the raw bytes.
 */
export const stripe: PaymentAdapter = {
  title: 'payments:provider.stripe',
  flow: 'card',
  needs: ({ stripe_flow }) => ['secret_key', 'webhook_secret', ...(stripe_flow === 'checkout' ? [] : ['publishable_key'])],
  fits: ({ amount, currency }) => !WHOLE.has(currency) || amount % 100 === 0,

  async create(starting, account) {
    const sdk = await client(account)
    try {
      if (account.config.stripe_flow === 'checkout') return await session(sdk, starting, account)
      const intent = await sdk.paymentIntents.create(
        {
          amount: toProvider(starting.amount, starting.currency, WHOLE),
          currency: starting.currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          ...capture(account),
          description: starting.number,
          metadata: { reference: starting.reference, order_number: starting.number },
        },
        { idempotencyKey: `create-${starting.reference}` },
      )
      const key = intent.client_secret ?? ''
      return { action: { type: 'card', key, url: `/stripe?key=${encodeURIComponent(key)}` }, provider_payment_id: intent.id }
    } catch (error) {
      throw asGatewayError(error, 'create')
    }
  },

  async verify(notice, account) {
    const sdk = await client(account)
    try {
      // The signature covers the raw bytes, so they must not be parsed and serialized first.
      await sdk.webhooks.constructEventAsync(notice.raw, notice.headers['stripe-signature'] ?? '', account.config.webhook_secret ?? '')
      return true
    } catch {
      return false
    }
  },

  read: (notice, account) => parseNotice(notice.raw, () => client(account)),
  ack: (outcome) => ({
    status: outcome === 'taken' ? 200 : 400,
    body: JSON.stringify({ received: outcome === 'taken' }),
    type: 'application/json',
  }),

  async query(attempt, account) {
    const sdk = await client(account)
    try {
      const intent = await findIntent(sdk, attempt)
      if (!intent) return []
      const refunds = intent.status === 'succeeded' ? (await sdk.refunds.list({ payment_intent: intent.id, limit: 100 })).data : []
      return toIntentReport(intent, attempt.reference, refunds)
    } catch (error) {
      throw asGatewayError(error, 'query')
    }
  },

  authorization: {
    take: (attempt, account) => onIntent(attempt, account, 'capture', (sdk, id, options) => sdk.paymentIntents.capture(id, {}, options)),
    release: (attempt, account) => onIntent(attempt, account, 'cancel', (sdk, id, options) => sdk.paymentIntents.cancel(id, {}, options)),
  },

  refunds: () => true,
  async refund(request, account) {
    const sdk = await client(account)
    try {
      const made = await sdk.refunds.create(
        {
          payment_intent: request.capture_txn,
          amount: toProvider(request.refund, request.currency, WHOLE),
          metadata: { refund_key: request.key, reference: request.reference },
        },
        { idempotencyKey: request.key },
      )
      return refundAnswer(made)
    } catch (error) {
      throw asGatewayError(error, 'refund')
    }
  },
  async refundState(request, account) {
    try {
      return refundAnswer(await (await client(account)).refunds.retrieve(request.provider_refund_id))
    } catch (error) {
      throw asGatewayError(error, 'refund')
    }
  },

  async probe(account) {
    try {
      await (await client(account)).balance.retrieve()
    } catch (error) {
      throw asGatewayError(error, 'test')
    }
  },
}

/** Manual capture: staff capture the authorization. Otherwise Stripe's default applies, which depends on the API version. */
const capture = ({ config }: GatewayAccount) => (config.stripe_capture === 'by_staff' ? { capture_method: 'manual' as const } : {})

/** Runs an action on the PaymentIntent of an attempt and reports its state. */
async function onIntent(
  attempt: Attempt,
  account: GatewayAccount,
  operation: 'capture' | 'cancel',
  act: (sdk: Stripe, id: string, options: { idempotencyKey: string }) => Promise<Stripe.PaymentIntent>,
): Promise<PaymentReport[]> {
  const sdk = await client(account)
  try {
    const intent = await findIntent(sdk, attempt)
    if (!intent) throw new GatewayError('missing', `${operation}: Stripe knows of no payment`)
    return toIntentReport(await act(sdk, intent.id, { idempotencyKey: `${operation}-${attempt.reference}` }), attempt.reference)
  } catch (error) {
    throw asGatewayError(error, operation)
  }
}

async function session(
  sdk: Stripe,
  s: PaymentStart,
  account: GatewayAccount,
): Promise<{ action: { type: 'redirect'; url: string }; provider_payment_id: string }> {
  const locales = { 'en-US': 'en', 'zh-HK': 'zh-HK', 'zh-CN': 'zh' } as const
  // Sessions last between 30 minutes and 24 hours.
  const expires = Math.min(Math.max(s.expires.getTime(), Date.now() + 31 * 60_000), Date.now() + 23 * 3_600_000)
  const metadata = { reference: s.reference, order_number: s.number }
  const made = await sdk.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: s.reference,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: s.currency.toLowerCase(),
            unit_amount: toProvider(s.amount, s.currency, WHOLE),
            product_data: { name: s.number },
          },
        },
      ],
      payment_intent_data: { metadata, description: s.number, ...capture(account) },
      metadata,
      locale: locales[s.language],
      success_url: `${s.urls.return}&session={CHECKOUT_SESSION_ID}`,
      cancel_url: s.urls.cancel,
      expires_at: Math.floor(expires / 1_000),
    },
    // A request repeated with one idempotency key must be identical, but the expiry changes with time: the key
    // changes every hour.
    { idempotencyKey: `create-${s.reference}-${Math.floor(expires / 3_600_000)}` },
  )
  return { action: { type: 'redirect', url: made.url ?? '' }, provider_payment_id: made.id }
}

async function findIntent(sdk: Stripe, attempt: Attempt): Promise<Stripe.PaymentIntent | undefined> {
  const id = attempt.provider_payment_id
  if (!id) return undefined
  if (!id.startsWith('cs_')) return sdk.paymentIntents.retrieve(id)
  const found = await sdk.checkout.sessions.retrieve(id)
  const intent = typeof found.payment_intent === 'string' ? found.payment_intent : found.payment_intent?.id
  return intent ? sdk.paymentIntents.retrieve(intent) : undefined
}

const refundAnswer = (made: Stripe.Refund) => ({
  status:
    made.status === 'succeeded'
      ? ('completed' as const)
      : made.status === 'failed' || made.status === 'canceled'
        ? ('failed' as const)
        : ('process' as const),
  txn: made.id,
  message: made.failure_reason ?? '',
})
