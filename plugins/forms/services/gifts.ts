import { type Ctx, type Db, extensionPoint } from 'stoa'
import type { Gift } from '../api-types.ts'

/** Benefits of a submission, in the submitter's language. Called in the transaction of the submission. */
export type Giving = (db: Db, ctx: Ctx, sent: { formId: number; submissionId: number }) => Promise<Gift[]>

/** Providers of benefits for submissions. */
export const GIFTS = extensionPoint<Giving>('forms/gifts', {
  description: 'items that a person gets for submitting a form, such as an ebook',
})

/** All benefits of a submission. */
export async function giftsFor(db: Db, ctx: Ctx, sent: { formId: number; submissionId: number }): Promise<Gift[]> {
  const gifts: Gift[] = []
  for (const give of ctx.kernel.contributions(GIFTS).values()) gifts.push(...(await give(db, ctx, sent)))
  return gifts
}
