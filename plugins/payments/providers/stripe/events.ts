import type Stripe from 'stripe'
import { type ParsedWebhook, type PaymentReport } from '../../services/adapter.ts'
import { toGatewayError } from './client.ts'
import { toDisputeReport, toIntentReport, toRefundReport } from './reports.ts'

/** Parses a Stripe webhook whose signature was verified. */
export async function parseStripeWebhook(raw: Buffer, sdk: () => Promise<Stripe>): Promise<ParsedWebhook> {
  const event = JSON.parse(raw.toString('utf8')) as Stripe.Event
  return { event_key: event.id, type: event.type, reports: await toReports(event, sdk) }
}

async function toReports(event: Stripe.Event, sdk: () => Promise<Stripe>): Promise<PaymentReport[]> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.canceled':
    case 'payment_intent.amount_capturable_updated':
      return toIntentReport(event.data.object)
    case 'payment_intent.payment_failed': {
      const intent = event.data.object
      const reason = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? ''
      return [{ kind: 'failed', reference: intent.metadata?.reference, provider_payment_id: intent.id, txn: intent.id, reason }]
    }
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return toSessionReport(event)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return addReferences(toRefundReport(event.data.object as Stripe.Refund), sdk)
    case 'charge.refunded':
      return toChargeReport(event.data.object, sdk)
    case 'charge.dispute.created':
      return addReferences(toDisputeReport(event.data.object), sdk)
    default:
      return []
  }
}

/** An action in Stripe's dashboard has no reference of the shop; its payment has one. */
async function addReferences(reports: PaymentReport[], sdk: () => Promise<Stripe>): Promise<PaymentReport[]> {
  return Promise.all(
    reports.map(async (report) => {
      if (report.reference || !report.provider_payment_id) return report
      try {
        const intent = await (await sdk()).paymentIntents.retrieve(report.provider_payment_id)
        return { ...report, reference: intent.metadata?.reference }
      } catch (error) {
        const gatewayError = toGatewayError(error, 'payment')
        if (gatewayError.retryable) throw gatewayError
        return report
      }
    }),
  )
}

/** A completed session may still be unpaid: its payment status decides. */
function toSessionReport(event: Stripe.Event): PaymentReport[] {
  const session = event.data.object as Stripe.Checkout.Session
  const intent = typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id
  const base = {
    reference: session.client_reference_id ?? session.metadata?.reference ?? undefined,
    provider_payment_id: session.id,
    txn: intent ?? session.id,
  }
  if (event.type === 'checkout.session.expired') return [{ ...base, kind: 'canceled', reason: 'expired' }]
  if (event.type === 'checkout.session.async_payment_failed') return [{ ...base, kind: 'failed' }]
  if (session.payment_status === 'paid' && intent)
    return toIntentReport(
      {
        id: intent,
        status: 'succeeded',
        amount_received: session.amount_total ?? 0,
        currency: session.currency ?? '',
        metadata: {},
      } as Stripe.PaymentIntent,
      base.reference,
    )
  return [{ ...base, kind: 'pending' }]
}

/** A charge only has the total of its refunds, so the refunds are fetched. */
async function toChargeReport(charge: Stripe.Charge, sdk: () => Promise<Stripe>): Promise<PaymentReport[]> {
  const intent = typeof charge.payment_intent === 'string' ? charge.payment_intent : charge.payment_intent?.id
  if (charge.refunds?.data.length)
    return addReferences(
      charge.refunds.data.flatMap((r) => toRefundReport(r)),
      sdk,
    )
  if (!intent) return []
  try {
    const { data } = await (await sdk()).refunds.list({ payment_intent: intent, limit: 100 })
    return addReferences(
      data.flatMap((r) => toRefundReport(r)),
      sdk,
    )
  } catch (error) {
    throw toGatewayError(error, 'refunds')
  }
}
