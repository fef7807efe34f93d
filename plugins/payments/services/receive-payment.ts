import { assertPayable, type Ctx, AppError, formatMoney, validationError, sql, message, type Tx } from 'stoa'
import { NOT_PAYABLE } from '../errors.ts'
import { openAttempt } from './attempts.ts'
import {
  settleDocument,
  type Document,
  getDue,
  insertEntry,
  cancelOpenAttempts,
  type LockedPayments,
  lockPayments,
  setAttemptStatus,
  readSums,
  sumAllAttempts,
} from './ledger.ts'
import { assertNothingAuthorized } from './authorizations.ts'
import { findMethod, type PaymentOffer } from './methods.ts'
import { openRemainingAttempt } from './request-remaining-payment.ts'

export interface Receipt {
  /** Receipt number, unique for the document. */
  id: string
  /** In hundredths. */
  amount: number
  currency: string
  note?: string
  /** Code of the payment method, if it differs from that of the latest attempt. */
  method?: string
}

/**
 * Records a payment received by staff: the whole missing amount or a part. A part is a payment of its own; the rest
 * is requested by another attempt with the earlier method.
 * @returns false if that receipt is recorded already; a repeated call changes nothing
 * @throws AppError INVALID for more than is missing or another currency, NOT_PAYABLE if nothing is due,
 * MONEY_RESERVED while a provider holds an authorization
 */
export async function receivePayment(tx: Tx, ctx: Ctx, document: Document, receipt: Receipt): Promise<boolean> {
  const all = await lockPayments(tx, ctx, document)
  const latest = all.attempts.at(-1)
  if (!latest && !all.amountDue) throw new AppError(NOT_PAYABLE)
  const existingEntry = await tx.one(
    sql`select 1 from payment_transaction where payment_id = any(${all.attempts.map((p) => p.id)}::bigint[]) and kind = 'capture' and provider_txn_id = ${receipt.id}`,
  )
  if (existingEntry) return false
  const due = getDue(all, sumAllAttempts(await readSums(tx, document)))
  if (due === 0) throw new AppError(NOT_PAYABLE)
  const currency = all.amountDue?.currency ?? latest?.currency
  if (receipt.currency !== currency || !(receipt.amount > 0 && receipt.amount <= due))
    throw validationError({ amount: message('payments:error.amount', { currency: currency ?? '', amount: formatMoney(due) }) })
  if (receipt.amount < due) assertPayable('amount', receipt.amount, currency)
  await assertNothingAuthorized(tx, ctx, document)
  const target = await findOrOpenAttempt(tx, ctx, all, receipt)
  const payment = target.attempts.at(-1)
  if (!payment) throw new AppError(NOT_PAYABLE)
  const { id: txn, amount } = receipt
  if (!(await insertEntry(tx, ctx, payment, { kind: 'capture', amount, currency, txn, byProvider: false }))) return false
  await setAttemptStatus(tx, payment, 'paid', { reviewer: 'id' in ctx.actor ? ctx.actor.id : undefined })
  tx.emit('payment.captured', { document, amount, currency }, document)
  await settleDocument(tx, ctx, target, payment, { reason: receipt.note ?? '' })
  if (amount < due) await openRemainingAttempt(tx, ctx, target, due - amount, latest ?? payment)
  return true
}

const RECEIVABLE_STATUSES = new Set(['pending', 'processing', 'payment_review', 'payment_reject', 'canceled'])

const usesGateway = async (ctx: Ctx, tx: Tx, id: number) => Boolean((await findMethod(ctx.kernel, { id }, ctx, tx))?.adapter.verifyWebhook)

/**
 * The attempt a receipt is recorded on: the latest one, reduced to the amount received, or a new one. A payment
 * received by staff did not pass through a gateway, so it is never recorded on a gateway's attempt.
 */
async function findOrOpenAttempt(tx: Tx, ctx: Ctx, locked: LockedPayments, receipt: Receipt): Promise<LockedPayments> {
  const latest = locked.attempts.at(-1)
  if (
    !latest ||
    !RECEIVABLE_STATUSES.has(latest.status) ||
    receipt.method !== undefined ||
    (await usesGateway(ctx, tx, latest.payment_method_id))
  )
    return openOfflineAttempt(tx, ctx, locked.document, receipt)
  if (latest.amount_minor !== receipt.amount) {
    latest.amount_minor = receipt.amount
    await tx.run(sql`update payment set amount_minor = ${receipt.amount} where id = ${latest.id}`)
  }
  return locked
}

/** A new attempt by a method without a gateway, for a payment made by another method than the one started. */
async function openOfflineAttempt(tx: Tx, ctx: Ctx, document: Document, receipt: Receipt) {
  const method = await tx.one<PaymentOffer>(sql`select id, code, '' as title, '' as description, hold_minutes from payment_method
    where ${receipt.method ? sql`code = ${receipt.method} and provider <> 'free'` : sql`provider = 'offline'`} order by enabled desc, "order", id limit 1`)
  if (!method) throw validationError({ method: message('payments:error.no_offline') })
  const before = await lockPayments(tx, ctx, document)
  await cancelOpenAttempts(tx, before)
  const number = before.amountDue?.number ?? before.attempts[0]?.reference.replace(/-\d+$/, '') ?? `${document.type}-${document.id}`
  await openAttempt(tx, ctx, { document, number, amount: receipt.amount, currency: receipt.currency, method })
  return lockPayments(tx, ctx, document)
}
