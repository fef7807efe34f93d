import type { Ctx, Tx } from 'stoa'
import { openAttempt } from './attempts.ts'
import {
  type AttemptRow,
  type Document,
  getDue,
  cancelOpenAttempts,
  type LockedPayments,
  lockPayments,
  setAttempt,
  readSums,
  getSum,
} from './book.ts'
import { assertNothingAuthorized } from './authorizations.ts'
import { findMethod, type PaymentOffer, listOffers } from './methods.ts'

/** The bill for what is missing, by the way the whole was to be paid. */
export async function requestRest(tx: Tx, ctx: Ctx, { document, owed }: LockedPayments, rest: number, before: AttemptRow): Promise<void> {
  const way = await findMethod(ctx.kernel, { id: before.payment_method_id }, owed ? { ...ctx, language: owed.language } : ctx, tx)
  if (!owed || !way) return
  const { account, title, instructions: description, hold_minutes } = way
  const method: PaymentOffer = { id: account.id, code: account.code, title, description, hold_minutes }
  const { number, currency, language } = owed
  await openAttempt(tx, ctx, { document, number, amount: rest, currency, method, language })
}

/**
 * Asks anew for what is missing where an attempt nobody acted on yet asks for another amount, as after a part of it went back. One
 * that is under way at a gateway is left alone: what comes of it is a part.
 */
export async function requestAnew(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const all = await lockPayments(tx, ctx, document)
  const latest = all.attempts.at(-1)
  const due = getDue(all, getSum(await readSums(tx, document)))
  if (latest?.status !== 'pending' || due === 0 || due === latest.amount_minor) return
  await setAttempt(tx, latest, 'canceled', { code: 'again' })
  await requestRest(tx, ctx, all, due, latest)
}

/**
 * Asks for what is missing of a document whose total was changed: attempts for another amount are given up, those under way at a gateway
 * too; what still comes of them goes back by itself. @throws Failed MONEY_RESERVED
 */
export async function requestChangedAmount(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  await assertNothingAuthorized(tx, ctx, document)
  const all = await lockPayments(tx, ctx, document)
  const due = getDue(all, getSum(await readSums(tx, document)))
  await cancelOpenAttempts(tx, all)
  const latest = all.attempts.at(-1)
  if (due === 0 || !latest || !all.owed) return
  if (latest.provider !== 'free') return requestRest(tx, ctx, all, due, latest)
  const { number, currency, language } = all.owed
  const [method] = await listOffers({ ...ctx, language }, { currency, total: due, at: 'admin' }, tx)
  if (method) await openAttempt(tx, ctx, { document, number, amount: due, currency, method, language })
}
