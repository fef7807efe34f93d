import { type Ctx, AppError, NOT_FOUND, type Tx } from 'stoa'
import { GATEWAY_FAILED, MONEY_RESERVED, NOT_PAYABLE } from '../errors.ts'
import { GatewayError, PROVIDERS, type PaymentReport } from './adapter.ts'
import { queryAttempt, findAttempt } from './query-gateway.ts'
import { type Document, findAuthorizations, findAuthorization } from './ledger.ts'
import { recordReportIn } from './record-report.ts'
import { findMethod } from './methods.ts'
import { VOID_AUTHORIZATION } from './void-authorization-job.ts'

/**
 * Captures or voids an authorization for staff. The provider is called outside of transactions and with one
 * idempotency key, so that a repeated call has no further effect. Its answer is recorded like any report, with the
 * staff member as actor.
 * @throws AppError NOT_FOUND, NOT_PAYABLE without an authorization, GATEWAY_FAILED
 */
export async function settleAuthorization(ctx: Ctx, id: number, action: 'capture' | 'void'): Promise<void> {
  const { kernel } = ctx
  const attempt = await findAttempt(kernel, { id })
  if (!attempt) throw new AppError(NOT_FOUND)
  const method = await findMethod(kernel, { id: attempt.method_id })
  if (!method?.adapter.authorization || !(await findAuthorization(kernel.db, id))) throw new AppError(NOT_PAYABLE)
  let reports: readonly PaymentReport[]
  try {
    reports = await method.adapter.authorization[action](attempt, method.account)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // It may have been captured or voided at the provider meanwhile: query it, so that the record is current.
    await queryAttempt(kernel, { id }).catch((err: unknown) => kernel.log.warn({ err, id }, 'a payment gateway could not be queried'))
    throw new AppError(GATEWAY_FAILED, [error.message])
  }
  const reviewer = 'id' in ctx.actor ? ctx.actor.id : undefined
  await kernel.transaction(async (tx) => {
    for (const report of reports)
      await recordReportIn(tx, ctx, report, { method: { id: method.account.id }, byProvider: true, ...(reviewer ? { reviewer } : {}) })
  })
}

/** An authorized amount must not be recorded as paid by hand as well. @throws AppError MONEY_RESERVED */
export async function assertNothingAuthorized(tx: Tx, { kernel }: Ctx, document: Document): Promise<void> {
  // If the provider cannot capture or void from here, the statement of staff is accepted.
  if ((await findAuthorizations(tx, document)).some(({ provider }) => kernel.contributions(PROVIDERS).get(provider)?.authorization))
    throw new AppError(MONEY_RESERVED)
}

/** Voids the authorizations of a document after the transaction that cancels it commits. */
export async function voidAuthorizations(tx: Tx, document: Document): Promise<void> {
  for (const { id } of await findAuthorizations(tx, document)) tx.enqueue(VOID_AUTHORIZATION, { id })
}

/**
 * The job queued by `voidAuthorizations`. An authorization that is captured or voided by then is left alone; an
 * unreachable provider is retried.
 */
export async function voidAuthorization(ctx: Ctx, id: number): Promise<void> {
  try {
    await settleAuthorization(ctx, id, 'void')
  } catch (error) {
    if (!(error instanceof AppError && error.kind === NOT_PAYABLE)) throw error
  }
}
