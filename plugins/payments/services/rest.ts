import type { Ctx, Tx } from 'stoa'
import { open } from './attempts.ts'
import { type AttemptRow, type Document, dueOf, giveUpBegun, type Locked, lockAll, setAttempt, sumsOf, totalOf } from './book.ts'
import { mustNotBeHeld } from './held.ts'
import { methodOf, type Offer, offers } from './methods.ts'

/** The bill for what is missing, by the way the whole was to be paid. */
export async function askForRest(tx: Tx, ctx: Ctx, { document, owed }: Locked, rest: number, before: AttemptRow): Promise<void> {
  const way = await methodOf(ctx.kernel, { id: before.payment_method_id }, owed ? { ...ctx, language: owed.language } : ctx, tx)
  if (!owed || !way) return
  const { account, title, instructions: description, hold_minutes } = way
  const method: Offer = { id: account.id, code: account.code, title, description, hold_minutes }
  const { number, currency, language } = owed
  await open(tx, ctx, { document, number, amount: rest, currency, method, language })
}

/**
 * Asks anew for what is missing where an attempt nobody acted on yet asks for another amount, as after a part of it went back. One
 * that is under way at a gateway is left alone: what comes of it is a part.
 */
export async function askAnew(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const all = await lockAll(tx, ctx, document)
  const latest = all.attempts.at(-1)
  const due = dueOf(all, totalOf(await sumsOf(tx, document)))
  if (latest?.status !== 'pending' || due === 0 || due === latest.amount_minor) return
  await setAttempt(tx, latest, 'canceled', { code: 'again' })
  await askForRest(tx, ctx, all, due, latest)
}

/**
 * Asks for what is missing of a document whose total was changed: attempts for another amount are given up, those under way at a gateway
 * too; what still comes of them goes back by itself. @throws Failed MONEY_RESERVED
 */
export async function askChanged(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  await mustNotBeHeld(tx, ctx, document)
  const all = await lockAll(tx, ctx, document)
  const due = dueOf(all, totalOf(await sumsOf(tx, document)))
  await giveUpBegun(tx, all)
  const latest = all.attempts.at(-1)
  if (due === 0 || !latest || !all.owed) return
  if (latest.provider !== 'free') return askForRest(tx, ctx, all, due, latest)
  const { number, currency, language } = all.owed
  const [method] = await offers({ ...ctx, language }, { currency, total: due, at: 'admin' }, tx)
  if (method) await open(tx, ctx, { document, number, amount: due, currency, method, language })
}
