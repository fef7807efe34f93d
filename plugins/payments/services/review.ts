import { type Ctx, AppError, validationError, NOT_FOUND, sql, message, type Tx } from 'stoa'
import { NOT_PAYABLE } from '../errors.ts'
import {
  type AttemptRow,
  settleDocument,
  type Document,
  DOCUMENT_CANCELED,
  getDue,
  insertEntry,
  findAuthorization,
  lockPayments,
  setAttemptStatus,
  readSums,
  sumAllAttempts,
} from './ledger.ts'
import { voidAuthorizations } from './authorizations.ts'
import { PROVIDERS } from './adapter.ts'

/** A payer's proof of payment. */
export interface Proof {
  note?: string
  /** A private picture or PDF stored by `storeFile`. */
  file_id?: number | null
}

const REVIEWABLE_STATUSES = new Set(['pending', 'processing', 'payment_review', 'payment_reject'])

/** Whether a payer may claim to have paid the attempt: also after its document was canceled, since the transfer may be under way. */
const isClaimable = ({ status, error_code }: AttemptRow): boolean =>
  REVIEWABLE_STATUSES.has(status) || (status === 'canceled' && error_code === DOCUMENT_CANCELED)

/**
 * Records a payer's claim to have paid, with or without a picture: staff review it before the document is paid.
 * @throws AppError NOT_PAYABLE if no attempt waits for payment
 */
export async function submitPaymentProof(tx: Tx, ctx: Ctx, document: Document, proof: string | Proof): Promise<void> {
  const { note = '', file_id = null } = typeof proof === 'string' ? { note: proof } : proof
  const all = await lockPayments(tx, ctx, document)
  const payment = all.attempts.at(-1)
  if (!payment || !isClaimable(payment) || all.amountDue?.closed || getDue(all, sumAllAttempts(await readSums(tx, document))) === 0)
    throw new AppError(NOT_PAYABLE)
  const proofCount = await tx.one<{ n: number }>(sql`select count(*) as n from payment_proof where payment_id = ${payment.id}`)
  if ((proofCount?.n ?? 0) >= 10) throw validationError({ file: message('payments:error.proofs') })
  await tx.run(sql`insert into payment_proof (payment_id, file_id, note) values (${payment.id}, ${file_id}, ${note.slice(0, 1_000)})`)
  if (payment.status === 'payment_review') return
  await setAttemptStatus(tx, payment, 'payment_review')
  await settleDocument(tx, ctx, all, payment, { reason: note })
}

/** Rejects the attempt because the document's plugin rejected the payment; another attempt may follow. */
export async function rejectPaymentProof(tx: Tx, ctx: Ctx, document: Document, reason: string): Promise<void> {
  const payment = (await lockPayments(tx, ctx, document)).attempts.at(-1)
  if (!payment || !REVIEWABLE_STATUSES.has(payment.status) || payment.status === 'payment_reject') return
  const reviewer = 'id' in ctx.actor ? ctx.actor.id : undefined
  await setProofStatus(tx, payment.id, 'rejected', reviewer)
  await setAttemptStatus(tx, payment, 'payment_reject', { code: 'rejected', message: reason, reviewer })
  await voidAuthorizations(tx, document)
}

async function lockForReview(tx: Tx, ctx: Ctx, id: number) {
  const found = await tx.one<Document>(sql`select document_type as type, document_id as id from payment where id = ${id}`)
  if (!found) throw new AppError(NOT_FOUND)
  const all = await lockPayments(tx, ctx, found)
  const payment = all.attempts.find((p) => p.id === id)
  if (!payment || payment.status !== 'payment_review') throw new AppError(NOT_PAYABLE)
  // An authorization is captured or voided at the provider, not by review.
  if (ctx.kernel.contributions(PROVIDERS).get(payment.provider)?.authorization && (await findAuthorization(tx, id)))
    throw new AppError(NOT_PAYABLE)
  return { all, payment, reviewer: 'id' in ctx.actor ? ctx.actor.id : undefined }
}

const setProofStatus = (tx: Tx, id: number, status: string, reviewer: number | undefined) =>
  tx.run(
    sql`update payment_proof set status = ${status}, reviewed_by = ${reviewer ?? null}, updated_at = now() where payment_id = ${id} and status = 'pending'`,
  )

/** Staff confirm the payment. @throws AppError NOT_PAYABLE if the attempt does not wait for review */
export async function approvePayment(tx: Tx, ctx: Ctx, id: number, input: { reference?: string; note?: string }): Promise<void> {
  const { all, payment, reviewer } = await lockForReview(tx, ctx, id)
  if (getDue(all, sumAllAttempts(await readSums(tx, all.document))) < payment.amount_minor) throw new AppError(NOT_PAYABLE)
  const txn = input.reference?.trim() || `approved-${payment.id}`
  const added = await insertEntry(tx, ctx, payment, {
    kind: 'capture',
    amount: payment.amount_minor,
    currency: payment.currency,
    txn,
    byProvider: false,
  })
  if (!added) return
  await setProofStatus(tx, id, 'approved', reviewer)
  await setAttemptStatus(tx, payment, 'paid', { reviewer })
  tx.emit('payment.captured', { document: all.document, amount: payment.amount_minor, currency: payment.currency }, all.document)
  await settleDocument(tx, ctx, all, payment, { reason: input.note ?? '' })
}

/** Staff found no payment. The document can be paid again. */
export async function rejectPayment(tx: Tx, ctx: Ctx, id: number, input: { reason: string }): Promise<void> {
  const { all, payment, reviewer } = await lockForReview(tx, ctx, id)
  await setProofStatus(tx, id, 'rejected', reviewer)
  await setAttemptStatus(tx, payment, 'payment_reject', { code: 'rejected', message: input.reason, reviewer })
  if (all.attempts.at(-1)?.id === payment.id) await settleDocument(tx, ctx, all, payment, { reason: input.reason })
}
