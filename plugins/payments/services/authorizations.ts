import { type Ctx, AppError, NOT_FOUND, type Tx } from 'stoa'
import { GATEWAY_FAILED, MONEY_RESERVED, NOT_PAYABLE } from '../errors.ts'
import { GatewayError, PROVIDERS, type PaymentReport } from './adapter.ts'
import { queryAttempt, findAttempt } from './query-gateway.ts'
import { type Document, findHeld, findHeldOfDocument } from './book.ts'
import { recordReportIn } from './ledger.ts'
import { findMethod } from './methods.ts'
import { RELEASE } from './release-job.ts'

/**
 * Staff take money a provider keeps reserved, or let it go. The provider is asked outside of transactions and under one key,
 * so twice is once; its answer is booked like any other news, in the name of whoever asked.
 * @throws Failed NOT_FOUND, NOT_PAYABLE when nothing is reserved, GATEWAY_FAILED
 */
export async function settleAuthorization(ctx: Ctx, id: number, how: 'take' | 'release'): Promise<void> {
  const { kernel } = ctx
  const attempt = await findAttempt(kernel, { id })
  if (!attempt) throw new AppError(NOT_FOUND)
  const method = await findMethod(kernel, { id: attempt.method_id })
  if (!method?.adapter.held || !(await findHeldOfDocument(kernel.db, id))) throw new AppError(NOT_PAYABLE)
  let told: readonly PaymentReport[]
  try {
    told = await method.adapter.held[how](attempt, method.account)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Perhaps it was taken or let go at the provider meanwhile: then the record should say so.
    await queryAttempt(kernel, { id }).catch((err: unknown) => kernel.log.warn({ err, id }, 'a payment gateway could not be asked'))
    throw new AppError(GATEWAY_FAILED, [error.message])
  }
  const reviewer = 'id' in ctx.actor ? ctx.actor.id : undefined
  await kernel.transaction(async (tx) => {
    for (const one of told)
      await recordReportIn(tx, ctx, one, { method: { id: method.account.id }, byProvider: true, ...(reviewer ? { reviewer } : {}) })
  })
}

/** What a provider keeps reserved is not paid by hand as well. @throws Failed MONEY_RESERVED */
export async function assertNothingAuthorized(tx: Tx, { kernel }: Ctx, document: Document): Promise<void> {
  // Where nothing can be taken or let go from here, the word of staff is all there is.
  if ((await findHeld(tx, document)).some(({ provider }) => kernel.contributions(PROVIDERS).get(provider)?.held))
    throw new AppError(MONEY_RESERVED)
}

/** Has providers let go what they keep reserved for a document, once the transaction that gives it up is committed. */
export async function voidAuthorizations(tx: Tx, document: Document): Promise<void> {
  for (const { id } of await findHeld(tx, document)) tx.enqueue(RELEASE, { id })
}

/** The job of `letGo`. What is taken or free by then is left as it is; a provider that cannot be reached is asked again. */
export async function voidAuthorization(ctx: Ctx, id: number): Promise<void> {
  try {
    await settleAuthorization(ctx, id, 'release')
  } catch (error) {
    if (!(error instanceof AppError && error.kind === NOT_PAYABLE)) throw error
  }
}
