import type Stripe from 'stripe'
import { fromProviderAmount } from '../../domain/amount.ts'
import type { PaymentReport } from '../../services/adapter.ts'
import { ZERO_DECIMAL_CURRENCIES } from './client.ts'

const toMoney = (count: number, currency: string) => ({
  amount: fromProviderAmount(count, currency.toUpperCase(), ZERO_DECIMAL_CURRENCIES),
  currency: currency.toUpperCase(),
})

/** Reports of a PaymentIntent. `reference`: the attempt that was queried, if any. */
export function toIntentReport(intent: Stripe.PaymentIntent, reference?: string, refunds: readonly Stripe.Refund[] = []): PaymentReport[] {
  const base = { reference: reference ?? intent.metadata?.reference, provider_payment_id: intent.id, txn: intent.id }
  const reason = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? ''
  switch (intent.status) {
    case 'succeeded':
      return [{ ...base, kind: 'paid', ...toMoney(intent.amount_received, intent.currency) }, ...refunds.flatMap((r) => toRefundReport(r))]
    case 'processing':
      return [{ ...base, kind: 'pending' }]
    case 'requires_capture':
      return [{ ...base, kind: 'authorized', ...toMoney(intent.amount_capturable, intent.currency) }]
    case 'canceled':
      return [{ ...base, kind: 'canceled', reason: intent.cancellation_reason ?? '' }]
    case 'requires_payment_method':
      return intent.last_payment_error ? [{ ...base, kind: 'failed', reason }] : []
    default:
      return []
  }
}

/** Reports of a refund. */
export function toRefundReport(refund: Stripe.Refund): PaymentReport[] {
  const intent = typeof refund.payment_intent === 'string' ? refund.payment_intent : refund.payment_intent?.id
  const base = {
    reference: refund.metadata?.reference,
    provider_payment_id: intent,
    refund_key: refund.metadata?.refund_key,
    txn: refund.id,
    ...toMoney(refund.amount, refund.currency),
  }
  if (refund.status === 'succeeded') return [{ ...base, kind: 'refunded' }]
  if (refund.status === 'failed' || refund.status === 'canceled')
    return [{ ...base, kind: 'refund_failed', reason: refund.failure_reason ?? '' }]
  return [{ ...base, kind: 'refund_pending' }]
}

/** Reports of a dispute: the payer's bank charged the payment back. */
export function toDisputeReport(dispute: Stripe.Dispute): PaymentReport[] {
  const intent = typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  return [
    {
      kind: 'chargeback',
      reference: dispute.metadata?.reference,
      provider_payment_id: intent,
      txn: dispute.id,
      reason: dispute.reason,
      ...toMoney(dispute.amount, dispute.currency),
    },
  ]
}
