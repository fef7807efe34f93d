import type { Ctx, Tx } from 'stoa'
import { openAttempt } from './attempts.ts'
import {
  type AttemptRow,
  type Document,
  getDue,
  cancelOpenAttempts,
  type LockedPayments,
  lockPayments,
  setAttemptStatus,
  readSums,
  sumAllAttempts,
} from './ledger.ts'
import { assertNothingAuthorized } from './authorizations.ts'
import { findMethod, type PaymentOffer, listOffers } from './methods.ts'

/** Opens an attempt for the missing amount, with the method of the whole amount. */
export async function openRemainingAttempt(
  tx: Tx,
  ctx: Ctx,
  { document, amountDue }: LockedPayments,
  amount: number,
  previousAttempt: AttemptRow,
): Promise<void> {
  const previousMethod = await findMethod(
    ctx.kernel,
    { id: previousAttempt.payment_method_id },
    amountDue ? { ...ctx, language: amountDue.language } : ctx,
    tx,
  )
  if (!amountDue || !previousMethod) return
  const { account, title, instructions: description, hold_minutes } = previousMethod
  const method: PaymentOffer = { id: account.id, code: account.code, title, description, hold_minutes }
  const { number, currency, language } = amountDue
  await openAttempt(tx, ctx, { document, number, amount: amount, currency, method, language })
}

/**
 * Opens a new attempt if an untouched one asks for another amount, for example after a partial refund. An attempt
 * that is open at a gateway stays: its payment counts as a part.
 */
export async function requestRemainingPayment(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const all = await lockPayments(tx, ctx, document)
  const latest = all.attempts.at(-1)
  const due = getDue(all, sumAllAttempts(await readSums(tx, document)))
  if (latest?.status !== 'pending' || due === 0 || due === latest.amount_minor) return
  await setAttemptStatus(tx, latest, 'canceled', { code: 'again' })
  await openRemainingAttempt(tx, ctx, all, due, latest)
}

/**
 * Requests the missing amount of a document whose total changed. Attempts for another amount are canceled, also those
 * open at a gateway; late payments for them are refunded automatically.
 * @throws AppError MONEY_RESERVED
 */
export async function requestChangedAmount(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  await assertNothingAuthorized(tx, ctx, document)
  const all = await lockPayments(tx, ctx, document)
  const due = getDue(all, sumAllAttempts(await readSums(tx, document)))
  await cancelOpenAttempts(tx, all)
  const latest = all.attempts.at(-1)
  if (due === 0 || !latest || !all.amountDue) return
  if (latest.provider !== 'free') return openRemainingAttempt(tx, ctx, all, due, latest)
  const { number, currency, language } = all.amountDue
  const [method] = await listOffers({ ...ctx, language }, { currency, total: due, channel: 'admin' }, tx)
  if (method) await openAttempt(tx, ctx, { document, number, amount: due, currency, method, language })
}
