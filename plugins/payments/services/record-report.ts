import { type Ctx, sql, type Tx } from 'stoa'
import type { PaymentReport } from './adapter.ts'
import {
  type AttemptRow,
  settleDocument,
  getDue,
  insertEntry,
  findAuthorization,
  type LockedPayments,
  lockPayments,
  getAttemptSums,
  setAttemptStatus,
  readSums,
  reportUnmatched,
  sumAllAttempts,
} from './ledger.ts'
import { requestRefund } from './request-refund.ts'
import { recordRefund, recordRefundFailure, recordRefundPending } from './record-refund.ts'
import type { ReportResult, ReportSource } from './report-source.ts'
import { VOID_AUTHORIZATION } from './void-authorization-job.ts'

/**
 * The only entry point for payment reports: webhooks, return pages, jobs and staff all use it. Reports may arrive
 * repeatedly, concurrently and in any order. Documents are locked first, then their attempts; each transaction is in
 * the ledger once; and the status of an attempt only moves forward.
 */
export async function recordReportIn(tx: Tx, ctx: Ctx, report: PaymentReport, source: ReportSource): Promise<ReportResult> {
  const found = await findDocument(tx, report, source)
  if (!found) {
    if (!isMoneyMovement(report) || (await isOwnedBySiblingMethod(tx, report, source))) return 'ignored'
    await reportUnmatched(tx, {
      reason: 'unknown',
      subject: `${report.reference ?? report.provider_payment_id ?? ''} ${report.txn}`.trim(),
      amount: report.amount ?? 0,
      currency: report.currency,
      detail: report.kind,
    })
    return 'unknown'
  }
  const locked = await lockPayments(tx, ctx, { type: found.document_type, id: found.document_id })
  const payment = locked.attempts.find((p) => p.id === found.id)
  if (!payment) return 'ignored'
  if (report.provider_payment_id && payment.provider_payment_id === null) {
    payment.provider_payment_id = report.provider_payment_id
    await tx.run(sql`update payment set provider_payment_id = ${report.provider_payment_id} where id = ${payment.id}`)
  }
  return recordByKind(tx, ctx, locked, payment, report, source)
}

const isMoneyMovement = ({ kind }: PaymentReport) => ['paid', 'authorized', 'refunded', 'chargeback'].includes(kind)

/** Finds the attempt of a report: by the shop's reference, by the provider's id, or by an earlier transaction id. */
async function findDocument(
  tx: Tx,
  report: PaymentReport,
  { method }: ReportSource,
): Promise<{ id: number; document_type: string; document_id: number } | undefined> {
  const providerIds = [report.provider_payment_id, report.txn].filter((v): v is string => Boolean(v))
  return tx.one(sql`
    select p.id, p.document_type, p.document_id from payment p where p.payment_method_id = ${method.id} and (p.reference = ${report.reference ?? null}
      or p.provider_payment_id = any(${providerIds}::text[])
      or exists (select 1 from payment_transaction t where t.payment_id = p.id and t.kind = 'capture' and t.provider_txn_id = any(${providerIds}::text[])))
    order by p.reference = ${report.reference ?? null} desc nulls last, p.id limit 1`)
}

/**
 * Two methods with the same provider account both receive every webhook. A webhook is recorded only by the
 * method that owns the attempt.
 */
async function isOwnedBySiblingMethod(tx: Tx, report: PaymentReport, { method, byProvider }: ReportSource): Promise<boolean> {
  if (!byProvider) return false
  const found = await tx.one(sql`
    select p.id from payment p join payment_method own on own.id = ${method.id} where p.provider = own.provider and p.payment_method_id <> own.id
      and (p.reference = ${report.reference ?? null} or p.provider_payment_id = ${report.provider_payment_id ?? null}) limit 1`)
  return found !== undefined
}

function recordByKind(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  switch (report.kind) {
    case 'paid':
      return recordCapture(tx, ctx, locked, payment, report, source)
    case 'refunded':
      return recordRefund(tx, ctx, locked, payment, report, source)
    case 'refund_failed':
      return recordRefundFailure(tx, ctx, locked, payment, report)
    case 'refund_pending':
      return recordRefundPending(tx, payment, report)
    case 'chargeback':
      return recordChargeback(tx, ctx, locked, payment, report, source)
    case 'authorized':
      return recordAuthorization(tx, ctx, locked, payment, report, source)
    case 'pending':
      return advanceAttempt(tx, ctx, locked, payment, report, source, 'payment_review', ['pending', 'processing'])
    case 'failed':
      return advanceAttempt(tx, ctx, locked, payment, report, source, 'payment_reject', ['pending', 'processing', 'payment_review'])
    case 'canceled':
      return recordVoid(tx, ctx, locked, payment, report, source)
  }
}

const isLatestAttempt = (locked: LockedPayments, payment: AttemptRow) => locked.attempts.at(-1)?.id === payment.id

/** A status change without a transaction. If a later attempt exists, the document is not notified. */
async function advanceAttempt(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
  to: 'payment_review' | 'payment_reject' | 'canceled',
  from: readonly string[],
): Promise<ReportResult> {
  if (!from.includes(payment.status)) return 'ignored'
  await setAttemptStatus(tx, payment, to, { code: report.kind, message: report.reason, reviewer: source.reviewer })
  if (isLatestAttempt(locked, payment))
    await settleDocument(tx, ctx, locked, payment, { reason: report.reason ?? '', byGateway: source.byProvider })
  return 'booked'
}

/**
 * An authorization was made. If the document is paid already, or the payer abandoned the attempt, the authorization
 * is voided and staff are notified.
 */
async function recordAuthorization(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  const added =
    report.amount &&
    (await insertEntry(tx, ctx, payment, {
      kind: 'authorize',
      amount: report.amount,
      currency: report.currency ?? payment.currency,
      txn: report.txn,
      byProvider: source.byProvider,
    }))
  const covered = isCovered(sumAllAttempts(await readSums(tx, locked.document)), locked)
  const isWaiting = ['pending', 'processing', 'payment_review'].includes(payment.status) && isLatestAttempt(locked, payment)
  if (!added || (isWaiting && !covered && !locked.amountDue?.closed))
    return advanceAttempt(tx, ctx, locked, payment, report, source, 'payment_review', ['pending', 'processing'])
  tx.enqueue(VOID_AUTHORIZATION, { id: payment.id })
  await reportNotOwed(tx, locked, payment, report, 'late')
  return 'booked'
}

/** The attempt will not be paid. Its authorization ends, so that the document can be paid by another method. */
async function recordVoid(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  const authorizedPayment = await findAuthorization(tx, payment.id)
  if (!authorizedPayment)
    return advanceAttempt(tx, ctx, locked, payment, report, source, 'canceled', ['pending', 'processing', 'payment_review'])
  await insertEntry(tx, ctx, payment, {
    kind: 'void',
    amount: authorizedPayment.amount,
    currency: authorizedPayment.currency,
    txn: report.txn,
    byProvider: source.byProvider,
  })
  await setAttemptStatus(tx, payment, 'canceled', { code: report.kind, message: report.reason, reviewer: source.reviewer })
  if (isLatestAttempt(locked, payment))
    await settleDocument(tx, ctx, locked, payment, { reason: report.reason ?? '', attempt: 'payment_reject' })
  return 'booked'
}

/**
 * Records a capture. The ledger always records it. It pays the document if amount and currency match the attempt. A
 * second payment, or one for an attempt the payer replaced, is refunded automatically.
 */
async function recordCapture(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  const amount = report.amount ?? 0
  const currency = report.currency ?? payment.currency
  if (amount <= 0) return 'ignored'
  const isOtherCurrency = currency !== payment.currency
  const before = await readSums(tx, locked.document)
  const added = await insertEntry(tx, ctx, payment, {
    kind: isOtherCurrency ? 'adjust' : 'capture',
    amount,
    currency,
    txn: report.txn,
    byProvider: source.byProvider,
  })
  if (!added) return 'known'
  const covered = isCovered(sumAllAttempts(before), locked)
  if (isOtherCurrency || amount !== payment.amount_minor) return recordWrongAmount(tx, ctx, locked, payment, `${currency} ${amount / 100}`)
  if (covered || !isLatestAttempt(locked, payment)) return refundSurplus(tx, ctx, locked, payment, report, covered ? 'twice' : 'late')
  await setAttemptStatus(tx, payment, 'paid', { reviewer: source.reviewer })
  tx.emit('payment.captured', { document: locked.document, amount, currency }, locked.document)
  // A refund may be reported before its capture: both are settled now, in order.
  const refundedBefore = getAttemptSums(before, payment.id).refunded
  const sums = sumAllAttempts(await readSums(tx, locked.document))
  await settleDocument(tx, ctx, locked, payment, {
    reason: report.reason ?? '',
    ...(refundedBefore > 0 ? { sums: { ...sums, refunded: sums.refunded - refundedBefore } } : {}),
  })
  if (refundedBefore > 0) {
    if (refundedBefore >= amount) await setAttemptStatus(tx, payment, 'refunded')
    tx.emit('payment.refunded', { document: locked.document, amount: refundedBefore }, locked.document)
    await settleDocument(tx, ctx, locked, payment, { sums })
  }
  return 'booked'
}

async function recordWrongAmount(tx: Tx, ctx: Ctx, locked: LockedPayments, payment: AttemptRow, received: string): Promise<ReportResult> {
  const detail = `${received} ≠ ${payment.currency} ${payment.amount_minor / 100}`
  await setAttemptStatus(tx, payment, 'abnormal', { code: 'amount', message: detail })
  await settleDocument(tx, ctx, locked, payment, { reason: detail, knownDiscrepancy: 'amount' })
  return 'booked'
}

/** An amount that is not due: it is refunded, staff are notified, and the document does not change. */
async function refundSurplus(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  reason: 'twice' | 'late',
): Promise<ReportResult> {
  await setAttemptStatus(tx, payment, 'abnormal', { code: reason, message: report.txn })
  await requestRefund(tx, ctx, payment, {
    key: `${reason}-${payment.id}-${report.txn}`.slice(0, 100),
    amount: report.amount ?? 0,
    reason: reason,
    capture: report.txn,
    auto: true,
  })
  await reportNotOwed(tx, locked, payment, report, reason)
  return 'booked'
}

/** Reports a payment or an authorization that is not due to staff. */
const reportNotOwed = (
  tx: Tx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  reason: 'twice' | 'late',
): Promise<void> =>
  reportUnmatched(tx, {
    reason,
    payment,
    document: locked.document,
    subject: locked.amountDue?.number ?? payment.reference,
    amount: report.amount ?? 0,
    currency: payment.currency,
    detail: report.txn,
  })

/** Whether the payments of a document cover the amount owed. */
const isCovered = (sums: ReturnType<typeof sumAllAttempts>, locked: LockedPayments): boolean =>
  sums.captured > sums.refunded && getDue(locked, sums) === 0

async function recordChargeback(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  source: ReportSource,
): Promise<ReportResult> {
  const amount = report.amount ?? payment.amount_minor
  const added = await insertEntry(tx, ctx, payment, {
    kind: 'chargeback',
    amount,
    currency: report.currency ?? payment.currency,
    txn: report.txn,
    byProvider: source.byProvider,
  })
  if (!added) return 'known'
  await setAttemptStatus(tx, payment, 'abnormal', { code: 'chargeback', message: report.reason })
  await settleDocument(tx, ctx, locked, payment, { reason: report.reason ?? '', knownDiscrepancy: 'chargeback' })
  return 'booked'
}
