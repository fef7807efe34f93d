import { type Ctx, Failed, NOT_FOUND, type Tx } from 'stoa'
import { GATEWAY_FAILED, MONEY_RESERVED, NOT_PAYABLE } from '../errors.ts'
import { GatewayError, PROVIDERS, type Told } from './adapter.ts'
import { ask, attemptBy } from './asking.ts'
import { type Document, heldFor, heldOf } from './book.ts'
import { record } from './ledger.ts'
import { methodOf } from './methods.ts'
import { RELEASE } from './release-order.ts'

/**
 * Staff take money a provider keeps reserved, or let it go. The provider is asked outside of transactions and under one key,
 * so twice is once; its answer is booked like any other news, in the name of whoever asked.
 * @throws Failed NOT_FOUND, NOT_PAYABLE when nothing is reserved, GATEWAY_FAILED
 */
export async function settleHeld(ctx: Ctx, id: number, how: 'take' | 'release'): Promise<void> {
  const { kernel } = ctx
  const attempt = await attemptBy(kernel, { id })
  if (!attempt) throw new Failed(NOT_FOUND)
  const method = await methodOf(kernel, { id: attempt.method_id })
  if (!method?.adapter.held || !(await heldOf(kernel.db, id))) throw new Failed(NOT_PAYABLE)
  let told: readonly Told[]
  try {
    told = await method.adapter.held[how](attempt, method.account)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Perhaps it was taken or let go at the provider meanwhile: then the record should say so.
    await ask(kernel, { id }).catch((err: unknown) => kernel.log.warn({ err, id }, 'a payment gateway could not be asked'))
    throw new Failed(GATEWAY_FAILED, [error.message])
  }
  const reviewer = 'id' in ctx.actor ? ctx.actor.id : undefined
  await kernel.work(async (tx) => {
    for (const one of told)
      await record(tx, ctx, one, { method: { id: method.account.id }, byProvider: true, ...(reviewer ? { reviewer } : {}) })
  })
}

/** What a provider keeps reserved is not paid by hand as well. @throws Failed MONEY_RESERVED */
export async function mustNotBeHeld(tx: Tx, { kernel }: Ctx, document: Document): Promise<void> {
  // Where nothing can be taken or let go from here, the word of staff is all there is.
  if ((await heldFor(tx, document)).some(({ provider }) => kernel.offers(PROVIDERS).get(provider)?.held)) throw new Failed(MONEY_RESERVED)
}

/** Has providers let go what they keep reserved for a document, once the transaction that gives it up is committed. */
export async function letGo(tx: Tx, document: Document): Promise<void> {
  for (const { id } of await heldFor(tx, document)) tx.enqueue(RELEASE, { id })
}

/** The job of `letGo`. What is taken or free by then is left as it is; a provider that cannot be reached is asked again. */
export async function runRelease(ctx: Ctx, id: number): Promise<void> {
  try {
    await settleHeld(ctx, id, 'release')
  } catch (error) {
    if (!(error instanceof Failed && error.kind === NOT_PAYABLE)) throw error
  }
}
