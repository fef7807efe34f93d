import { type Ctx, type Db, extensionPoint } from 'stoa'
import type { Gift } from '../api-types.ts'

/** What whoever answered a form gets for it, in their language. Asked in the transaction of the answer. */
export type Giving = (db: Db, ctx: Ctx, sent: { formId: number; submissionId: number }) => Promise<Gift[]>

/** Who gives something for answers to forms. */
export const GIFTS = extensionPoint<Giving>('forms/gifts', { description: 'what whoever answers a form gets for it, such as a book' })

/** All that is given for an answer. */
export async function giftsFor(db: Db, ctx: Ctx, sent: { formId: number; submissionId: number }): Promise<Gift[]> {
  const gifts: Gift[] = []
  for (const give of ctx.kernel.contributions(GIFTS).values()) gifts.push(...(await give(db, ctx, sent)))
  return gifts
}
