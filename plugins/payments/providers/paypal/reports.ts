import { fromDecimal } from '../../domain/amount.ts'
import type { ParsedWebhook, WebhookRequest, PaymentReport } from '../../services/adapter.ts'

interface Amount {
  value: string
  currency_code: string
}

interface Capture {
  id: string
  status: string
  amount?: Amount
  custom_id?: string
  links?: { rel: string; href: string }[]
  supplementary_data?: { related_ids?: { order_id?: string; capture_id?: string } }
  status_details?: { reason?: string }
}

export interface PayPalOrder {
  id: string
  status: string
  links?: { rel: string; href: string }[]
  purchase_units?: { custom_id?: string; payments?: { captures?: Capture[]; refunds?: Capture[] } }[]
}

const toMoney = (a: Amount | undefined) => (a ? { amount: fromDecimal(a.value), currency: a.currency_code } : {})

/** Reports of a PayPal order. A COMPLETED order may have a declined capture, so captures decide. */
export function toOrderReport(order: PayPalOrder, reference?: string): PaymentReport[] {
  const unit = order.purchase_units?.[0]
  const ours = reference ?? unit?.custom_id
  const captureReports = (unit?.payments?.captures ?? []).flatMap((c) =>
    toCaptureReport({ ...c, custom_id: ours ?? c.custom_id ?? '' }, order.id),
  )
  const refundReports = (unit?.payments?.refunds ?? []).flatMap((r) => toRefundReport(r, ours, order.id))
  if (captureReports.length > 0) return [...captureReports, ...refundReports]
  if (order.status === 'VOIDED') return [{ kind: 'canceled', reference: ours, provider_payment_id: order.id, txn: order.id }]
  return []
}

/** Reports of a capture. */
export function toCaptureReport(capture: Capture, orderId?: string): PaymentReport[] {
  const base = {
    reference: capture.custom_id || undefined,
    provider_payment_id: orderId ?? capture.supplementary_data?.related_ids?.order_id,
    txn: capture.id,
    ...toMoney(capture.amount),
  }
  switch (capture.status) {
    case 'COMPLETED':
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return [{ ...base, kind: 'paid' }]
    case 'PENDING':
      return [{ ...base, kind: 'pending', reason: capture.status_details?.reason ?? '' }]
    case 'DECLINED':
    case 'FAILED':
      return [{ ...base, kind: 'failed', reason: capture.status.toLowerCase() }]
    default:
      return []
  }
}

/** Reports of a refund; its `custom_id` is the key it was requested with. */
function toRefundReport(refund: Capture, reference: string | undefined, orderId?: string): PaymentReport[] {
  const base = {
    reference,
    provider_payment_id: orderId ?? refund.supplementary_data?.related_ids?.order_id,
    txn: refund.id,
    refund_key: refund.custom_id,
    ...toMoney(refund.amount),
  }
  if (refund.status === 'COMPLETED') return [{ ...base, kind: 'refunded' }]
  if (refund.status === 'PENDING') return [{ ...base, kind: 'refund_pending' }]
  return [{ ...base, kind: 'refund_failed', reason: refund.status.toLowerCase() }]
}

interface Event {
  id: string
  event_type: string
  resource: Capture &
    PayPalOrder & {
      disputed_transactions?: { seller_transaction_id?: string; custom?: string }[]
      dispute_amount?: Amount
      dispute_id?: string
      reason?: string
    }
}

/** Parses a PayPal webhook. `conclude` captures an approved order whose payer never returned. */
export async function parsePaypalWebhook(
  request: WebhookRequest,
  conclude: (order: string, reference?: string) => Promise<PaymentReport[]>,
): Promise<ParsedWebhook> {
  const event = JSON.parse(request.raw.toString('utf8')) as Event
  const { resource: r, event_type: type } = event
  const toWebhook = (reports: PaymentReport[]): ParsedWebhook => ({ event_key: event.id, type, reports })
  switch (type) {
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
      return toWebhook(toCaptureReport(r))
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return toWebhook(toCaptureReport({ ...r, status: 'DECLINED' }))
    case 'PAYMENT.CAPTURE.REFUNDED':
      return toWebhook(toRefundReport({ ...r, status: r.status || 'COMPLETED' }, undefined, getOrderId(r)))
    case 'PAYMENT.CAPTURE.REVERSED':
      return toWebhook([{ kind: 'chargeback', provider_payment_id: getOrderId(r), txn: r.id, reason: 'reversed', ...toMoney(r.amount) }])
    case 'CUSTOMER.DISPUTE.CREATED': {
      const transaction = r.disputed_transactions?.[0]
      return toWebhook([
        {
          kind: 'chargeback',
          reference: transaction?.custom,
          provider_payment_id: transaction?.seller_transaction_id,
          txn: r.dispute_id ?? event.id,
          reason: r.reason,
          ...toMoney(r.dispute_amount),
        },
      ])
    }
    case 'CHECKOUT.ORDER.APPROVED':
      return toWebhook(await conclude(r.id, r.purchase_units?.[0]?.custom_id))
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return toWebhook([{ kind: 'canceled', provider_payment_id: r.id, txn: r.id, reason: 'approval reversed' }])
    default:
      return toWebhook([])
  }
}

const getOrderId = (r: Capture) => r.supplementary_data?.related_ids?.order_id
