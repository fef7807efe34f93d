import { type Ctx, sql, type Tx } from 'stoa'
import type { PaymentReport } from './adapter.ts'
import {
  type AttemptRow,
  settleDocument,
  getDue,
  insertEntry,
  findHeldOfDocument,
  type LockedPayments,
  lockPayments,
  getSums,
  setAttempt,
  readSums,
  reportUnmatched,
  getSum,
} from './book.ts'
import { orderRefund } from './order-refund.ts'
import { bookRefund, bookRefundFailure, bookRefundPending } from './refund-book.ts'
import type { BookingResult, BookingContext } from './booking-context.ts'
import { RELEASE } from './release-job.ts'

/**
 * The only entry point for payment reports: webhooks, return pages, jobs and staff all use it. Reports may arrive
 * repeatedly, concurrently and in any order. Documents are locked first, then their attempts; each transaction is in
 * the ledger once; and the status of an attempt only moves forward.
 */
export async function recordReportIn(tx: Tx, ctx: Ctx, report: PaymentReport, saying: BookingContext): Promise<BookingResult> {
  const found = await findDocument(tx, report, saying)
  if (!found) {
    if (!movesMoney(report) || (await ofSibling(tx, report, saying))) return 'ignored'
    await reportUnmatched(tx, {
      reason: 'unknown',
      subject: `${report.reference ?? report.provider_payment_id ?? ''} ${report.txn}`.trim(),
      amount: report.amount ?? 0,
      currency: report.currency,
      detail: report.kind,
    })
    return 'unknown'
  }
  const all = await lockPayments(tx, ctx, { type: found.document_type, id: found.document_id })
  const payment = all.attempts.find((p) => p.id === found.id)
  if (!payment) return 'ignored'
  if (report.provider_payment_id && payment.provider_payment_id === null) {
    payment.provider_payment_id = report.provider_payment_id
    await tx.run(sql`update payment set provider_payment_id = ${report.provider_payment_id} where id = ${payment.id}`)
  }
  return write(tx, ctx, all, payment, report, saying)
}

const movesMoney = ({ kind }: PaymentReport) => ['paid', 'authorized', 'refunded', 'chargeback'].includes(kind)

/** Finds the attempt of a report: by the shop's reference, by the provider's id, or by an earlier transaction id. */
async function findDocument(
  tx: Tx,
  report: PaymentReport,
  { method }: BookingContext,
): Promise<{ id: number; document_type: string; document_id: number } | undefined> {
  const theirs = [report.provider_payment_id, report.txn].filter((v): v is string => Boolean(v))
  return tx.one(sql`
    select p.id, p.document_type, p.document_id from payment p where p.payment_method_id = ${method.id} and (p.reference = ${report.reference ?? null}
      or p.provider_payment_id = any(${theirs}::text[])
      or exists (select 1 from payment_transaction t where t.payment_id = p.id and t.kind = 'capture' and t.provider_txn_id = any(${theirs}::text[])))
    order by p.reference = ${report.reference ?? null} desc nulls last, p.id limit 1`)
}

/**
 * Two methods with the same provider account both receive every notification. A notification is recorded only by the
 * method that owns the attempt.
 */
async function ofSibling(tx: Tx, report: PaymentReport, { method, byProvider }: BookingContext): Promise<boolean> {
  if (!byProvider) return false
  const found = await tx.one(sql`
    select p.id from payment p join payment_method own on own.id = ${method.id} where p.provider = own.provider and p.payment_method_id <> own.id
      and (p.reference = ${report.reference ?? null} or p.provider_payment_id = ${report.provider_payment_id ?? null}) limit 1`)
  return found !== undefined
}

function write(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  switch (report.kind) {
    case 'paid':
      return bookCapture(tx, ctx, all, payment, report, saying)
    case 'refunded':
      return bookRefund(tx, ctx, all, payment, report, saying)
    case 'refund_failed':
      return bookRefundFailure(tx, ctx, all, payment, report)
    case 'refund_pending':
      return bookRefundPending(tx, payment, report)
    case 'chargeback':
      return bookChargeback(tx, ctx, all, payment, report, saying)
    case 'authorized':
      return authorise(tx, ctx, all, payment, report, saying)
    case 'pending':
      return advanceAttempt(tx, ctx, all, payment, report, saying, 'payment_review', ['pending', 'processing'])
    case 'failed':
      return advanceAttempt(tx, ctx, all, payment, report, saying, 'payment_reject', ['pending', 'processing', 'payment_review'])
    case 'canceled':
      return release(tx, ctx, all, payment, report, saying)
  }
}

const isLatest = (all: LockedPayments, payment: AttemptRow) => all.attempts.at(-1)?.id === payment.id

/** A status change without a transaction. If a later attempt exists, the document is not notified. */
async function advanceAttempt(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
  to: 'payment_review' | 'payment_reject' | 'canceled',
  from: readonly string[],
): Promise<BookingResult> {
  if (!from.includes(payment.status)) return 'ignored'
  await setAttempt(tx, payment, to, { code: report.kind, message: report.reason, reviewer: saying.reviewer })
  if (isLatest(all, payment)) await settleDocument(tx, ctx, all, payment, { reason: report.reason ?? '', byGateway: saying.byProvider })
  return 'booked'
}

/**
 * An authorization was made. If the document is paid already, or the payer abandoned the attempt, the authorization
 * is voided and staff are notified.
 */
async function authorise(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const added =
    report.amount &&
    (await insertEntry(tx, ctx, payment, {
      kind: 'authorize',
      amount: report.amount,
      currency: report.currency ?? payment.currency,
      txn: report.txn,
      byProvider: saying.byProvider,
    }))
  const covered = isCovered(getSum(await readSums(tx, all.document)), all)
  const waits = ['pending', 'processing', 'payment_review'].includes(payment.status) && isLatest(all, payment)
  if (!added || (waits && !covered && !all.owed?.closed))
    return advanceAttempt(tx, ctx, all, payment, report, saying, 'payment_review', ['pending', 'processing'])
  tx.enqueue(RELEASE, { id: payment.id })
  await tellNotOwed(tx, all, payment, report, 'late')
  return 'booked'
}

/** The attempt will not be paid. Its authorization ends, so that the document can be paid by another method. */
async function release(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const heldPayment = await findHeldOfDocument(tx, payment.id)
  if (!heldPayment) return advanceAttempt(tx, ctx, all, payment, report, saying, 'canceled', ['pending', 'processing', 'payment_review'])
  await insertEntry(tx, ctx, payment, {
    kind: 'void',
    amount: heldPayment.amount,
    currency: heldPayment.currency,
    txn: report.txn,
    byProvider: saying.byProvider,
  })
  await setAttempt(tx, payment, 'canceled', { code: report.kind, message: report.reason, reviewer: saying.reviewer })
  if (isLatest(all, payment)) await settleDocument(tx, ctx, all, payment, { reason: report.reason ?? '', attempt: 'payment_reject' })
  return 'booked'
}

/**
 * Records a capture. The ledger always records it. It pays the document if amount and currency match the attempt. A
 * second payment, or one for an attempt the payer replaced, is refunded automatically.
 */
async function bookCapture(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const amount = report.amount ?? 0
  const currency = report.currency ?? payment.currency
  if (amount <= 0) return 'ignored'
  const foreign = currency !== payment.currency
  const before = await readSums(tx, all.document)
  const added = await insertEntry(tx, ctx, payment, {
    kind: foreign ? 'adjust' : 'capture',
    amount,
    currency,
    txn: report.txn,
    byProvider: saying.byProvider,
  })
  if (!added) return 'known'
  const covered = isCovered(getSum(before), all)
  if (foreign || amount !== payment.amount_minor) return wrongAmount(tx, ctx, all, payment, `${currency} ${amount / 100}`)
  if (covered || !isLatest(all, payment)) return surplus(tx, ctx, all, payment, report, covered ? 'twice' : 'late')
  await setAttempt(tx, payment, 'paid', { reviewer: saying.reviewer })
  tx.emit('payment.captured', { document: all.document, amount, currency }, all.document)
  // A refund may be reported before its capture: both are settled now, in order.
  const early = getSums(before, payment.id).refunded
  const sums = getSum(await readSums(tx, all.document))
  await settleDocument(tx, ctx, all, payment, {
    reason: report.reason ?? '',
    ...(early > 0 ? { sums: { ...sums, refunded: sums.refunded - early } } : {}),
  })
  if (early > 0) {
    if (early >= amount) await setAttempt(tx, payment, 'refunded')
    tx.emit('payment.refunded', { document: all.document, amount: early }, all.document)
    await settleDocument(tx, ctx, all, payment, { sums })
  }
  return 'booked'
}

async function wrongAmount(tx: Tx, ctx: Ctx, all: LockedPayments, payment: AttemptRow, got: string): Promise<BookingResult> {
  const detail = `${got} ≠ ${payment.currency} ${payment.amount_minor / 100}`
  await setAttempt(tx, payment, 'abnormal', { code: 'amount', message: detail })
  await settleDocument(tx, ctx, all, payment, { reason: detail, knownDiscrepancy: 'amount' })
  return 'booked'
}

/** An amount that is not due: it is refunded, staff are notified, and the document does not change. */
async function surplus(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  reason: 'twice' | 'late',
): Promise<BookingResult> {
  await setAttempt(tx, payment, 'abnormal', { code: reason, message: report.txn })
  await orderRefund(tx, ctx, payment, {
    key: `${reason}-${payment.id}-${report.txn}`.slice(0, 100),
    amount: report.amount ?? 0,
    reason: reason,
    capture: report.txn,
    auto: true,
  })
  await tellNotOwed(tx, all, payment, report, reason)
  return 'booked'
}

/** Reports a payment or an authorization that is not due to staff. */
const tellNotOwed = (tx: Tx, all: LockedPayments, payment: AttemptRow, report: PaymentReport, reason: 'twice' | 'late'): Promise<void> =>
  reportUnmatched(tx, {
    reason,
    payment,
    document: all.document,
    subject: all.owed?.number ?? payment.reference,
    amount: report.amount ?? 0,
    currency: payment.currency,
    detail: report.txn,
  })

/** Whether the payments of a document cover the amount owed. */
const isCovered = (sums: ReturnType<typeof getSum>, all: LockedPayments): boolean =>
  sums.captured > sums.refunded && getDue(all, sums) === 0

async function bookChargeback(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  report: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const amount = report.amount ?? payment.amount_minor
  const added = await insertEntry(tx, ctx, payment, {
    kind: 'chargeback',
    amount,
    currency: report.currency ?? payment.currency,
    txn: report.txn,
    byProvider: saying.byProvider,
  })
  if (!added) return 'known'
  await setAttempt(tx, payment, 'abnormal', { code: 'chargeback', message: report.reason })
  await settleDocument(tx, ctx, all, payment, { reason: report.reason ?? '', knownDiscrepancy: 'chargeback' })
  return 'booked'
}
