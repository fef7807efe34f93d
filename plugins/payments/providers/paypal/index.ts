import { toDecimal } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  type Attempt,
  GatewayError,
  type PaymentStart,
  type PaymentReport,
} from '../../services/adapter.ts'
import { callPaypal, ZERO_DECIMAL_CURRENCIES } from './client.ts'
import { parsePaypalWebhook, toOrderReport, type PayPalOrder } from './reports.ts'
import { verifyPaypalWebhook } from './verify.ts'

const CURRENCIES = new Set('AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '))

/** PayPal Orders v2: create an order, the payer approves it on PayPal's page, then capture it. */
export const paypal: PaymentAdapter = {
  title: 'payments:provider.paypal',
  flow: 'redirect',
  currencies: CURRENCIES,
  listRequiredSettings: () => ['client_id', 'client_secret', 'webhook_id'],
  supportsAmount: ({ amount, currency }) => !ZERO_DECIMAL_CURRENCIES.has(currency) || amount % 100 === 0,

  async createPayment(s, account) {
    const order = await callPaypal<PayPalOrder>(account, 'POST', '/v2/checkout/orders', toOrderBody(s, account), `create-${s.reference}`)
    const url = order.links?.find((l) => l.rel === 'payer-action' || l.rel === 'approve')?.href
    if (!order.id || !url) throw new GatewayError('unreadable', 'create: PayPal returned no URL for the payer')
    return { action: { type: 'redirect', url }, provider_payment_id: order.id }
  },

  verifyWebhook: verifyPaypalWebhook,
  parseWebhook: (webhook, account) => parsePaypalWebhook(webhook, (id, reference) => captureApprovedOrder(account, id, reference)),
  acknowledgeWebhook: (outcome) => ({ status: outcome === 'accepted' ? 200 : 400, body: '', type: 'text/plain' }),

  queryPayment: async (attempt, account) =>
    attempt.provider_payment_id ? captureApprovedOrder(account, attempt.provider_payment_id, attempt.reference) : [],

  supportsRefunds: () => true,
  async refundPayment(request, account) {
    const body = {
      amount: { value: toDecimal(request.refund_amount, request.currency, ZERO_DECIMAL_CURRENCIES), currency_code: request.currency },
      custom_id: request.key,
    }
    const path = `/v2/payments/captures/${encodeURIComponent(request.capture_txn)}/refund`
    return toRefundResult(await callPaypal(account, 'POST', path, body, request.key))
  },
  queryRefund: async (request, account) =>
    toRefundResult(await callPaypal(account, 'GET', `/v2/payments/refunds/${encodeURIComponent(request.provider_refund_id)}`)),

  testConnection: async (account) => {
    await callPaypal(account, 'GET', '/v1/notifications/webhooks')
  },
}

function toRefundResult(refund: { id: string; status: string }) {
  if (refund.status === 'COMPLETED') return { status: 'completed' as const, txn: refund.id }
  if (refund.status === 'FAILED' || refund.status === 'CANCELLED')
    return { status: 'failed' as const, txn: refund.id, message: refund.status }
  return { status: 'process' as const, txn: refund.id }
}

function toOrderBody(s: PaymentStart, account: GatewayAccount): object {
  const value = toDecimal(s.amount, s.currency, ZERO_DECIMAL_CURRENCIES)
  return {
    intent: 'CAPTURE',
    // One amount without items: PayPal rejects a breakdown with different rounding.
    purchase_units: [
      { reference_id: 'default', custom_id: s.reference, invoice_id: s.reference, amount: { currency_code: s.currency, value } },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: s.urls.return,
          cancel_url: s.urls.cancel,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          locale: s.language,
          ...(account.shop ? { brand_name: account.shop.slice(0, 127) } : {}),
        },
      },
    },
  }
}

/** Queries an order; an approved order is captured with a stable idempotency key. */
async function captureApprovedOrder(
  account: GatewayAccount,
  id: string,
  reference: Attempt['reference'] | undefined,
): Promise<PaymentReport[]> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
  let order = await callPaypal<PayPalOrder>(account, 'GET', path)
  if (order.status === 'APPROVED') {
    try {
      order = await callPaypal<PayPalOrder>(account, 'POST', `${path}/capture`, {}, `capture-${id}`)
    } catch (error) {
      // Declined for now: the payer may choose another card on PayPal's page.
      if (error instanceof GatewayError && error.code === 'INSTRUMENT_DECLINED')
        return [{ kind: 'failed', reference, provider_payment_id: id, txn: id, reason: 'declined' }]
      throw error
    }
  }
  return toOrderReport(order, reference)
}
