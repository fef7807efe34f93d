import { type Ctx, sql, type Tx } from 'stoa'
import type { PaymentReport } from './adapter.ts'
import {
  type AttemptRow,
  settleDocument,
  insertEntry,
  type LockedPayments,
  getAttemptSums,
  setAttemptStatus,
  readSums,
  reportUnmatched,
} from './ledger.ts'
import { toGatewayKey, isPartOfRefundSql, toRefundKey } from './request-refund.ts'
import type { ReportResult, ReportSource } from './report-source.ts'

interface RefundRow {
  id: number
  key: string
  status: string
  auto: boolean
  amount_minor: number
}

/** Finds the refund of a report: by its key, by the provider's id, or the only pending one with that amount. */
async function findRefund(tx: Tx, payment: AttemptRow, report: PaymentReport): Promise<RefundRow | undefined> {
  const keyPrefix = toGatewayKey(payment.reference, '')
  const key = report.refund_key?.startsWith(keyPrefix) ? report.refund_key.slice(keyPrefix.length) : null
  return tx.one<RefundRow>(sql`
    select id, key, status, auto, amount_minor from payment_refund where payment_id = ${payment.id} and (key = ${key} or provider_refund_id = ${report.txn}
      or (${key}::text is null and provider_refund_id is null and status in ('pending', 'process') and amount_minor = ${report.amount ?? null}))
    order by key = ${key} desc nulls last, provider_refund_id = ${report.txn} desc nulls last, id limit 1 for update`)
}

const setRefundStatus = (tx: Tx, refund: RefundRow, status: string, report: PaymentReport) =>
  tx.run(sql`update payment_refund set status = ${status}, provider_refund_id = ${report.txn},
    message = ${(report.reason ?? '').slice(0, 500)}, updated_at = now() where id = ${refund.id}`)

/** The key of a refund and the amount refunded so far. */
async function readRefundState(tx: Tx, { attempts }: LockedPayments, { key: part }: RefundRow): Promise<{ key: string; done: number }> {
  const key = toRefundKey(part)
  const found = await tx.one<{ done: number }>(sql`select coalesce(sum(amount_minor), 0)::bigint as done from payment_refund
    where ${isPartOfRefundSql(key)} and status = 'completed' and payment_id = any(${attempts.map((p) => p.id)}::bigint[])`)
  return { key, done: found?.done ?? 0 }
}

/** Records a refund, requested by the shop or made by staff in the provider's dashboard. */
export async function recordRefund(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  const refund = await findRefund(tx, payment, report)
  const amount = report.amount ?? refund?.amount_minor ?? 0
  if (amount <= 0) return 'ignored'
  const added = await insertEntry(tx, ctx, payment, {
    kind: 'refund',
    amount,
    currency: report.currency ?? payment.currency,
    txn: report.txn,
    byProvider: source.byProvider,
  })
  if (refund && refund.status !== 'completed') await setRefundStatus(tx, refund, 'completed', report)
  if (!added) return 'known'
  const sums = getAttemptSums(await readSums(tx, locked.document), payment.id)
  if (refund?.auto) {
    const status = sums.captured === 0 ? 'refunded' : sums.refunded >= sums.captured ? 'refunded' : 'paid'
    await setAttemptStatus(tx, payment, status)
    return 'booked'
  }
  // Reported before the payment itself: it is settled together with the payment.
  if (sums.captured === 0) return 'booked'
  if (sums.refunded > sums.captured) {
    await reportUnmatched(tx, {
      reason: 'amount',
      payment,
      document: locked.document,
      subject: locked.amountDue?.number ?? payment.reference,
      amount,
      currency: payment.currency,
      detail: `${sums.refunded / 100} > ${sums.captured / 100}`,
    })
    await setAttemptStatus(tx, payment, 'abnormal', { code: 'amount' })
  } else if (payment.status !== 'abnormal' || sums.refunded === sums.captured)
    await setAttemptStatus(tx, payment, sums.refunded === sums.captured ? 'refunded' : 'paid')
  tx.emit('payment.refunded', { document: locked.document, amount }, locked.document)
  await settleDocument(tx, ctx, locked, payment, {
    reason: report.reason ?? '',
    ...(refund ? { refund: { ...(await readRefundState(tx, locked, refund)), status: 'completed', message: '' } } : {}),
  })
  return 'booked'
}

/** A refund failed. It no longer reduces the refundable amount. */
export async function recordRefundFailure(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
): Promise<ReportResult> {
  const refund = await findRefund(tx, payment, report)
  if (!refund || refund.status === 'abnormal') return refund ? 'known' : 'ignored'
  if (refund.status === 'completed') {
    // It was reported as completed before: the ledger keeps both entries, and staff review it.
    await reportUnmatched(tx, {
      reason: 'refund_failed',
      payment,
      document: locked.document,
      subject: locked.amountDue?.number ?? payment.reference,
      amount: refund.amount_minor,
      currency: payment.currency,
      detail: report.reason ?? '',
    })
    return 'booked'
  }
  await setRefundStatus(tx, refund, 'abnormal', report)
  const message = report.reason ?? ''
  if (refund.auto) {
    await reportUnmatched(tx, {
      reason: 'refund_failed',
      payment,
      document: locked.document,
      subject: locked.amountDue?.number ?? payment.reference,
      amount: refund.amount_minor,
      currency: payment.currency,
      detail: message,
    })
    return 'booked'
  }
  const status = payment.status
  await settleDocument(tx, ctx, locked, payment, {
    reason: message,
    refund: { ...(await readRefundState(tx, locked, refund)), status: 'abnormal', message },
    knownDiscrepancy: 'refund_failed',
  })
  // The payment itself is unchanged: only the refund failed.
  if (payment.status === 'abnormal' && status !== 'abnormal') await setAttemptStatus(tx, payment, status)
  return 'booked'
}

/** The provider decides on the refund later. */
export async function recordRefundPending(tx: Tx, payment: AttemptRow, report: PaymentReport): Promise<ReportResult> {
  const refund = await findRefund(tx, payment, report)
  if (!refund || refund.status !== 'pending') return refund ? 'known' : 'ignored'
  await setRefundStatus(tx, refund, 'process', report)
  return 'booked'
}
