import { type Ctx, Failed, NOT_FOUND } from '#core'
import { GATEWAY_FAILED, NOT_PAYABLE } from '../errors.ts'
import { GatewayError, type Told } from './adapter.ts'
import { ask, attemptBy } from './asking.ts'
import { heldOf } from './book.ts'
import { record } from './ledger.ts'
import { methodOf } from './methods.ts'

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
