import type { Ctx, Tx } from '#core'
import { open } from './attempts.ts'
import { type AttemptRow, type Document, dueOf, type Locked, lockAll, setAttempt, sumsOf, totalOf } from './book.ts'
import { methodOf, type Offer } from './methods.ts'

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
