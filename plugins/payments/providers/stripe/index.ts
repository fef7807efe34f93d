import type Stripe from 'stripe'
import { toProviderAmount } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  type Attempt,
  GatewayError,
  type PaymentStart,
  type PaymentReport,
} from '../../services/adapter.ts'
import { toGatewayError, getClient, ZERO_DECIMAL_CURRENCIES } from './client.ts'
import { parseStripeWebhook } from './events.ts'
import { toIntentReport } from './reports.ts'

/**
 * Stripe by its official library. Two modes: the store's card page (a PaymentIntent, confirmed in the browser), or
 * Stripe's page (a Checkout Session). The library verifies webhooks on the raw bytes.
 */
export const stripe: PaymentAdapter = {
  title: 'payments:provider.stripe',
  flow: 'card',
  listRequiredSettings: ({ stripe_flow }) => ['secret_key', 'webhook_secret', ...(stripe_flow === 'checkout' ? [] : ['publishable_key'])],
  supportsAmount: ({ amount, currency }) => !ZERO_DECIMAL_CURRENCIES.has(currency) || amount % 100 === 0,

  async createPayment(payment, account) {
    const sdk = await getClient(account)
    try {
      if (account.config.stripe_flow === 'checkout') return await createSession(sdk, payment, account)
      const intent = await sdk.paymentIntents.create(
        {
          amount: toProviderAmount(payment.amount, payment.currency, ZERO_DECIMAL_CURRENCIES),
          currency: payment.currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          ...getCaptureOptions(account),
          description: payment.number,
          metadata: { reference: payment.reference, order_number: payment.number },
        },
        { idempotencyKey: `create-${payment.reference}` },
      )
      const key = intent.client_secret ?? ''
      return { action: { type: 'card', key, url: `/stripe?key=${encodeURIComponent(key)}` }, provider_payment_id: intent.id }
    } catch (error) {
      throw toGatewayError(error, 'create')
    }
  },

  async verifyWebhook(webhook, account) {
    const sdk = await getClient(account)
    try {
      // The signature covers the raw bytes, so they must not be parsed and serialized first.
      await sdk.webhooks.constructEventAsync(webhook.raw, webhook.headers['stripe-signature'] ?? '', account.config.webhook_secret ?? '')
      return true
    } catch {
      return false
    }
  },

  parseWebhook: (webhook, account) => parseStripeWebhook(webhook.raw, () => getClient(account)),
  acknowledgeWebhook: (outcome) => ({
    status: outcome === 'accepted' ? 200 : 400,
    body: JSON.stringify({ received: outcome === 'accepted' }),
    type: 'application/json',
  }),

  async queryPayment(attempt, account) {
    const sdk = await getClient(account)
    try {
      const intent = await findIntent(sdk, attempt)
      if (!intent) return []
      const refunds = intent.status === 'succeeded' ? (await sdk.refunds.list({ payment_intent: intent.id, limit: 100 })).data : []
      return toIntentReport(intent, attempt.reference, refunds)
    } catch (error) {
      throw toGatewayError(error, 'query')
    }
  },

  authorization: {
    capture: (attempt, account) =>
      actOnIntent(attempt, account, 'capture', (sdk, id, options) => sdk.paymentIntents.capture(id, {}, options)),
    void: (attempt, account) => actOnIntent(attempt, account, 'cancel', (sdk, id, options) => sdk.paymentIntents.cancel(id, {}, options)),
  },

  supportsRefunds: () => true,
  async refundPayment(request, account) {
    const sdk = await getClient(account)
    try {
      const made = await sdk.refunds.create(
        {
          payment_intent: request.capture_txn,
          amount: toProviderAmount(request.refund_amount, request.currency, ZERO_DECIMAL_CURRENCIES),
          metadata: { refund_key: request.key, reference: request.reference },
        },
        { idempotencyKey: request.key },
      )
      return toRefundResult(made)
    } catch (error) {
      throw toGatewayError(error, 'refund')
    }
  },
  async queryRefund(request, account) {
    try {
      return toRefundResult(await (await getClient(account)).refunds.retrieve(request.provider_refund_id))
    } catch (error) {
      throw toGatewayError(error, 'refund')
    }
  },

  async testConnection(account) {
    try {
      await (await getClient(account)).balance.retrieve()
    } catch (error) {
      throw toGatewayError(error, 'test')
    }
  },
}

/** Manual capture: staff capture the authorization. Otherwise Stripe's default applies, which depends on the API version. */
const getCaptureOptions = ({ config }: GatewayAccount) =>
  config.stripe_capture === 'by_staff' ? { capture_method: 'manual' as const } : {}

/** Runs an action on the PaymentIntent of an attempt and reports its state. */
async function actOnIntent(
  attempt: Attempt,
  account: GatewayAccount,
  operation: 'capture' | 'cancel',
  act: (sdk: Stripe, id: string, options: { idempotencyKey: string }) => Promise<Stripe.PaymentIntent>,
): Promise<PaymentReport[]> {
  const sdk = await getClient(account)
  try {
    const intent = await findIntent(sdk, attempt)
    if (!intent) throw new GatewayError('missing', `${operation}: Stripe has no payment`)
    return toIntentReport(await act(sdk, intent.id, { idempotencyKey: `${operation}-${attempt.reference}` }), attempt.reference)
  } catch (error) {
    throw toGatewayError(error, operation)
  }
}

async function createSession(
  sdk: Stripe,
  s: PaymentStart,
  account: GatewayAccount,
): Promise<{ action: { type: 'redirect'; url: string }; provider_payment_id: string }> {
  const locales = { 'en-US': 'en', 'zh-HK': 'zh-HK', 'zh-CN': 'zh' } as const
  // Sessions last between 30 minutes and 24 hours.
  const expires = Math.min(Math.max(s.expires_at.getTime(), Date.now() + 31 * 60_000), Date.now() + 23 * 3_600_000)
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
            unit_amount: toProviderAmount(s.amount, s.currency, ZERO_DECIMAL_CURRENCIES),
            product_data: { name: s.number },
          },
        },
      ],
      payment_intent_data: { metadata, description: s.number, ...getCaptureOptions(account) },
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

const toRefundResult = (made: Stripe.Refund) => ({
  status:
    made.status === 'succeeded'
      ? ('completed' as const)
      : made.status === 'failed' || made.status === 'canceled'
        ? ('failed' as const)
        : ('process' as const),
  txn: made.id,
  message: made.failure_reason ?? '',
})
