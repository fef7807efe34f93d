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
  of,
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
 * The one way anything about money is written down: webhook, return page, job and staff all come here. It may be told
 * the same thing any number of times, at once or in any order: documents are locked first, then their attempts, every
 * movement of money stands once in the ledger, and what an attempt has come to only goes forward.
 */
export async function recordReportIn(tx: Tx, ctx: Ctx, told: PaymentReport, saying: BookingContext): Promise<BookingResult> {
  const found = await findDocument(tx, told, saying)
  if (!found) {
    if (!movesMoney(told) || (await ofSibling(tx, told, saying))) return 'ignored'
    await reportUnmatched(tx, {
      reason: 'unknown',
      subject: `${told.reference ?? told.provider_payment_id ?? ''} ${told.txn}`.trim(),
      amount: told.amount ?? 0,
      currency: told.currency,
      detail: told.kind,
    })
    return 'unknown'
  }
  const all = await lockPayments(tx, ctx, { type: found.document_type, id: found.document_id })
  const payment = all.attempts.find((p) => p.id === found.id)
  if (!payment) return 'ignored'
  if (told.provider_payment_id && payment.provider_payment_id === null) {
    payment.provider_payment_id = told.provider_payment_id
    await tx.run(sql`update payment set provider_payment_id = ${told.provider_payment_id} where id = ${payment.id}`)
  }
  return write(tx, ctx, all, payment, told, saying)
}

const movesMoney = ({ kind }: PaymentReport) => ['paid', 'authorized', 'refunded', 'chargeback'].includes(kind)

/** The attempt a provider means: by our reference, by its own number, or by the number of what it moved before. */
async function findDocument(
  tx: Tx,
  told: PaymentReport,
  { method }: BookingContext,
): Promise<{ id: number; document_type: string; document_id: number } | undefined> {
  const theirs = [told.provider_payment_id, told.txn].filter((v): v is string => Boolean(v))
  return tx.one(sql`
    select p.id, p.document_type, p.document_id from payment p where p.payment_method_id = ${method.id} and (p.reference = ${told.reference ?? null}
      or p.provider_payment_id = any(${theirs}::text[])
      or exists (select 1 from payment_transaction t where t.payment_id = p.id and t.kind = 'capture' and t.provider_txn_id = any(${theirs}::text[])))
    order by p.reference = ${told.reference ?? null} desc nulls last, p.id limit 1`)
}

/** Two methods with one account at a provider both hear of everything. Whose attempt it is books it from its own notices and questions. */
async function ofSibling(tx: Tx, told: PaymentReport, { method, byProvider }: BookingContext): Promise<boolean> {
  if (!byProvider) return false
  const found = await tx.one(sql`
    select p.id from payment p join payment_method own on own.id = ${method.id} where p.provider = own.provider and p.payment_method_id <> own.id
      and (p.reference = ${told.reference ?? null} or p.provider_payment_id = ${told.provider_payment_id ?? null}) limit 1`)
  return found !== undefined
}

function write(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  switch (told.kind) {
    case 'paid':
      return bookCapture(tx, ctx, all, payment, told, saying)
    case 'refunded':
      return bookRefund(tx, ctx, all, payment, told, saying)
    case 'refund_failed':
      return bookRefundFailure(tx, ctx, all, payment, told)
    case 'refund_pending':
      return bookRefundPending(tx, payment, told)
    case 'chargeback':
      return bookChargeback(tx, ctx, all, payment, told, saying)
    case 'authorized':
      return authorise(tx, ctx, all, payment, told, saying)
    case 'pending':
      return advanceAttempt(tx, ctx, all, payment, told, saying, 'payment_review', ['pending', 'processing'])
    case 'failed':
      return advanceAttempt(tx, ctx, all, payment, told, saying, 'payment_reject', ['pending', 'processing', 'payment_review'])
    case 'canceled':
      return release(tx, ctx, all, payment, told, saying)
  }
}

const isLatest = (all: LockedPayments, payment: AttemptRow) => all.attempts.at(-1)?.id === payment.id

/** A change of status without money. Of an attempt that was followed by another, the document is not told. */
async function advanceAttempt(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
  to: 'payment_review' | 'payment_reject' | 'canceled',
  from: readonly string[],
): Promise<BookingResult> {
  if (!from.includes(payment.status)) return 'ignored'
  await setAttempt(tx, payment, to, { code: told.kind, message: told.reason, reviewer: saying.reviewer })
  if (isLatest(all, payment)) await settleDocument(tx, ctx, all, payment, { reason: told.reason ?? '', byGateway: saying.byProvider })
  return 'booked'
}

/**
 * Money was reserved. For a document that is paid meanwhile, or for an attempt the payer had given up, nobody will take it: it is let
 * go, and staff are told.
 */
async function authorise(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const added =
    told.amount &&
    (await insertEntry(tx, ctx, payment, {
      kind: 'authorize',
      amount: told.amount,
      currency: told.currency ?? payment.currency,
      txn: told.txn,
      byProvider: saying.byProvider,
    }))
  const covered = isCovered(getSum(await readSums(tx, all.document)), all)
  const waits = ['pending', 'processing', 'payment_review'].includes(payment.status) && isLatest(all, payment)
  if (!added || (waits && !covered && !all.owed?.closed))
    return advanceAttempt(tx, ctx, all, payment, told, saying, 'payment_review', ['pending', 'processing'])
  tx.enqueue(RELEASE, { id: payment.id })
  await tellNotOwed(tx, all, payment, told, 'late')
  return 'booked'
}

/** It will not be paid any more. What was reserved is free again: whoever waited for it can be paid another way. */
async function release(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const held = await findHeldOfDocument(tx, payment.id)
  if (!held) return advanceAttempt(tx, ctx, all, payment, told, saying, 'canceled', ['pending', 'processing', 'payment_review'])
  await insertEntry(tx, ctx, payment, {
    kind: 'void',
    amount: held.amount,
    currency: held.currency,
    txn: told.txn,
    byProvider: saying.byProvider,
  })
  await setAttempt(tx, payment, 'canceled', { code: told.kind, message: told.reason, reviewer: saying.reviewer })
  if (isLatest(all, payment)) await settleDocument(tx, ctx, all, payment, { reason: told.reason ?? '', attempt: 'payment_reject' })
  return 'booked'
}

/**
 * Money came. It is always written down. It makes the document paid when amount and currency are those of the attempt;
 * what came a second time, or for an attempt the payer had given up for another, goes back by itself.
 */
async function bookCapture(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const amount = told.amount ?? 0
  const currency = told.currency ?? payment.currency
  if (amount <= 0) return 'ignored'
  const foreign = currency !== payment.currency
  const before = await readSums(tx, all.document)
  const added = await insertEntry(tx, ctx, payment, {
    kind: foreign ? 'adjust' : 'capture',
    amount,
    currency,
    txn: told.txn,
    byProvider: saying.byProvider,
  })
  if (!added) return 'known'
  const covered = isCovered(getSum(before), all)
  if (foreign || amount !== payment.amount_minor) return wrongAmount(tx, ctx, all, payment, `${currency} ${amount / 100}`)
  if (covered || !isLatest(all, payment)) return surplus(tx, ctx, all, payment, told, covered ? 'twice' : 'late')
  await setAttempt(tx, payment, 'paid', { reviewer: saying.reviewer })
  tx.emit('payment.captured', { document: all.document, amount, currency }, all.document)
  // A refund may have been heard of before what it gives back: then both conclusions are drawn now, in their order.
  const early = of(before, payment.id).refunded
  const sums = getSum(await readSums(tx, all.document))
  await settleDocument(tx, ctx, all, payment, {
    reason: told.reason ?? '',
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
  await settleDocument(tx, ctx, all, payment, { reason: detail, known: 'amount' })
  return 'booked'
}

/** Money that is not owed: it goes back, staff are told, and the document stays as it is. */
async function surplus(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  why: 'twice' | 'late',
): Promise<BookingResult> {
  await setAttempt(tx, payment, 'abnormal', { code: why, message: told.txn })
  await orderRefund(tx, ctx, payment, {
    key: `${why}-${payment.id}-${told.txn}`.slice(0, 100),
    amount: told.amount ?? 0,
    reason: why,
    capture: told.txn,
    auto: true,
  })
  await tellNotOwed(tx, all, payment, told, why)
  return 'booked'
}

/** Tells staff of money that came, or was reserved, though it is not owed. */
const tellNotOwed = (tx: Tx, all: LockedPayments, payment: AttemptRow, told: PaymentReport, reason: 'twice' | 'late'): Promise<void> =>
  reportUnmatched(tx, {
    reason,
    payment,
    document: all.document,
    subject: all.owed?.number ?? payment.reference,
    amount: told.amount ?? 0,
    currency: payment.currency,
    detail: told.txn,
  })

/** Whether what a document holds pays for it. */
const isCovered = (sums: ReturnType<typeof getSum>, all: LockedPayments): boolean =>
  sums.captured > sums.refunded && getDue(all, sums) === 0

async function bookChargeback(
  tx: Tx,
  ctx: Ctx,
  all: LockedPayments,
  payment: AttemptRow,
  told: PaymentReport,
  saying: BookingContext,
): Promise<BookingResult> {
  const amount = told.amount ?? payment.amount_minor
  const added = await insertEntry(tx, ctx, payment, {
    kind: 'chargeback',
    amount,
    currency: told.currency ?? payment.currency,
    txn: told.txn,
    byProvider: saying.byProvider,
  })
  if (!added) return 'known'
  await setAttempt(tx, payment, 'abnormal', { code: 'chargeback', message: told.reason })
  await settleDocument(tx, ctx, all, payment, { reason: told.reason ?? '', known: 'chargeback' })
  return 'booked'
}
