import { toDecimal } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  type Attempt,
  GatewayError,
  type PaymentStart,
  type PaymentReport,
} from '../../services/adapter.ts'
import { ask, WHOLE } from './client.ts'
import { parseNotice, toOrderReport, type PayPalOrder } from './reports.ts'
import { verified } from './verify.ts'

const CURRENCIES = new Set('AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '))

/** PayPal Orders v2: create an order, the payer approves it on PayPal's page, then capture it. */
export const paypal: PaymentAdapter = {
  title: 'payments:provider.paypal',
  flow: 'redirect',
  currencies: CURRENCIES,
  needs: () => ['client_id', 'client_secret', 'webhook_id'],
  fits: ({ amount, currency }) => !WHOLE.has(currency) || amount % 100 === 0,

  async create(s, account) {
    const order = await ask<PayPalOrder>(account, 'POST', '/v2/checkout/orders', orderBody(s, account), `create-${s.reference}`)
    const url = order.links?.find((l) => l.rel === 'payer-action' || l.rel === 'approve')?.href
    if (!order.id || !url) throw new GatewayError('unreadable', 'create: PayPal names no page for the payer')
    return { action: { type: 'redirect', url }, provider_payment_id: order.id }
  },

  verify: verified,
  read: (notice, account) => parseNotice(notice, (id, reference) => conclude(account, id, reference)),
  ack: (outcome) => ({ status: outcome === 'taken' ? 200 : 400, body: '', type: 'text/plain' }),

  query: async (attempt, account) => (attempt.provider_payment_id ? conclude(account, attempt.provider_payment_id, attempt.reference) : []),

  refunds: () => true,
  async refund(request, account) {
    const body = {
      amount: { value: toDecimal(request.refund, request.currency, WHOLE), currency_code: request.currency },
      custom_id: request.key,
    }
    const path = `/v2/payments/captures/${encodeURIComponent(request.capture_txn)}/refund`
    return getAnswer(await ask(account, 'POST', path, body, request.key))
  },
  refundState: async (request, account) =>
    getAnswer(await ask(account, 'GET', `/v2/payments/refunds/${encodeURIComponent(request.provider_refund_id)}`)),

  probe: async (account) => {
    await ask(account, 'GET', '/v1/notifications/webhooks')
  },
}

function getAnswer(refund: { id: string; status: string }) {
  if (refund.status === 'COMPLETED') return { status: 'completed' as const, txn: refund.id }
  if (refund.status === 'FAILED' || refund.status === 'CANCELLED')
    return { status: 'failed' as const, txn: refund.id, message: refund.status }
  return { status: 'process' as const, txn: refund.id }
}

function orderBody(s: PaymentStart, account: GatewayAccount): object {
  const value = toDecimal(s.amount, s.currency, WHOLE)
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
async function conclude(account: GatewayAccount, id: string, reference: Attempt['reference'] | undefined): Promise<PaymentReport[]> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`
  let order = await ask<PayPalOrder>(account, 'GET', path)
  if (order.status === 'APPROVED') {
    try {
      order = await ask<PayPalOrder>(account, 'POST', `${path}/capture`, {}, `capture-${id}`)
    } catch (error) {
      // Declined for now: the payer may choose another card on PayPal's page.
      if (error instanceof GatewayError && error.code === 'INSTRUMENT_DECLINED')
        return [{ kind: 'failed', reference, provider_payment_id: id, txn: id, reason: 'declined' }]
      throw error
    }
  }
  return toOrderReport(order, reference)
}
