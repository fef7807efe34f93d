import { assertPayable, type Ctx, AppError, validationError, NOT_FOUND, sql, systemCtx, message, type Tx } from 'stoa'
import { GatewayError, type RefundResult, type RefundRequest, type PaymentReport } from './adapter.ts'
import { type AttemptRow, type Document, type LockedPayments, lockPayments, getAttemptSums, readSums } from './ledger.ts'
import { recordReportIn } from './record-report.ts'
import { toGatewayKey, isPartOfRefundSql, MAX_REFUND_ATTEMPTS, requestRefund, toPartKey } from './request-refund.ts'
import { type Method, findMethod } from './methods.ts'

export interface RefundInput {
  /** Idempotency key: one key is one refund. */
  key: string
  /** In hundredths. */
  amount: number
  reason: string
  /** Refunded in person, as with cash, without a provider. A list names the payment methods to which that applies. */
  at_once?: true | readonly string[]
  /** Staff refund on the payment itself, so the document has not decided on it. */
  directly?: boolean
}

/** State of a refund. `by_hand`: staff transfer the money and then confirm it. */
export interface Refund {
  id: number
  key: string
  status: 'pending' | 'process' | 'completed' | 'abnormal'
  by_hand: boolean
  amount: number
}

/**
 * Requests a refund to the original payment methods, divided over as many payments as needed. A job asks providers
 * with the same idempotency key until they answer. Without a provider, the refund waits for staff or is completed at
 * once. The document's `applySettlement` gets the result. A repeated call with the same key requests failed parts again.
 * @returns one entry for each payment that is refunded
 * @throws AppError INVALID for more than was received, or if the document requires approval; NOT_FOUND without
 * payments
 */
export async function refundDocument(tx: Tx, ctx: Ctx, document: Document, input: RefundInput): Promise<Refund[]> {
  if (!Number.isSafeInteger(input.amount) || input.amount <= 0) throw validationError({ amount: message('payments:error.refund_none') })
  const all = await lockPayments(tx, ctx, document)
  // Prefix: a key chosen by staff must not collide with a document's.
  const key = input.directly ? `s-${input.key}` : input.key
  const existingParts = await readParts(tx, all, key)
  const failed = existingParts.some(({ status }) => status === 'abnormal')
  const requestedAmount = sum(input.directly ? existingParts : existingParts.filter(({ status }) => status !== 'abnormal'))
  if (existingParts.length > 0 && (requestedAmount > input.amount || (requestedAmount < input.amount && (input.directly || !failed))))
    throw validationError({ key: message('payments:error.refund_key') })
  if (requestedAmount === input.amount) return existingParts
  if (input.directly) await all.payable?.assertRefundable?.(tx, ctx, document.id, input.amount)
  for (const [i, { payment, amount }] of (await splitRefund(tx, all, { ...input, amount: input.amount - requestedAmount })).entries())
    await refundPayment(tx, ctx, payment, { ...input, amount, key: toPartKey(key, existingParts.length + i) })
  return readParts(tx, all, key)
}

const sum = (parts: readonly { amount: number }[]): number => parts.reduce((all, { amount }) => all + amount, 0)

/** Refunds an amount of one payment. */
async function refundPayment(tx: Tx, ctx: Ctx, payment: AttemptRow, input: RefundInput): Promise<void> {
  const method = await findMethod(ctx.kernel, { id: payment.payment_method_id }, ctx, tx)
  const capture = await readCapture(tx, payment)
  const usesProvider = method?.adapter.refundPayment && method.adapter.supportsRefunds?.(method.account.config) && capture?.by_provider
  const isImmediate = input.at_once === true || input.at_once?.includes(method?.account.code ?? '') === true
  const isManual = isImmediate || !usesProvider
  await requestRefund(tx, ctx, payment, { ...input, capture: capture?.txn ?? '', auto: false, manual: isManual })
  if (isImmediate) await recordManualRefund(tx, ctx, payment, input.key)
}

const readParts = (tx: Tx, { attempts }: LockedPayments, key: string) =>
  tx.rows<Refund>(sql`select id, key, status, by_hand, amount_minor as amount from payment_refund
    where ${isPartOfRefundSql(key)} and payment_id = any(${attempts.map((p) => p.id)}::bigint[]) order by id`)

/** Divides a refund over payments: one payment that covers it all, or else the latest first. Pending refunds count as refunded. */
async function splitRefund(
  tx: Tx,
  { document, attempts }: LockedPayments,
  { amount, directly }: RefundInput,
): Promise<{ payment: AttemptRow; amount: number }[]> {
  const sums = await readSums(tx, document)
  const pending = await tx.rows<{ payment_id: number; amount: number }>(sql`
    select payment_id, sum(amount_minor)::bigint as amount from payment_refund
    where payment_id = any(${attempts.map((p) => p.id)}::bigint[]) and not auto and status in ('pending', 'process') group by payment_id`)
  if (!attempts.some((p) => getAttemptSums(sums, p.id).captured > 0)) throw new AppError(NOT_FOUND)
  const refundables = attempts.toReversed().map((payment) => {
    const { captured, refunded } = getAttemptSums(sums, payment.id)
    return { payment, amount: captured - refunded - (pending.find((o) => o.payment_id === payment.id)?.amount ?? 0) }
  })
  const [{ currency = '' } = {}] = attempts
  // A full refund may have any amount. A refund decided by the document is validated there.
  if (directly && amount !== sum(refundables)) assertPayable('amount', amount, currency)
  const sufficient = refundables.find((refundable) => refundable.amount >= amount)
  if (sufficient) return [{ ...sufficient, amount }]
  const parts: typeof refundables = []
  for (const refundable of refundables)
    if (refundable.amount > 0 && sum(parts) < amount)
      parts.push({ ...refundable, amount: Math.min(refundable.amount, amount - sum(parts)) })
  if (sum(parts) < amount) throw validationError({ amount: message('payments:error.refund_too_large') })
  return parts
}

/** The capture to refund. A payment recorded by staff has none at the provider. */
const readCapture = (tx: Tx, payment: AttemptRow) =>
  tx.one<{ txn: string; by_provider: boolean }>(sql`
    select t.provider_txn_id as txn, t.payment_method_id is not null as by_provider from payment_transaction t
    where t.payment_id = ${payment.id} and t.kind = 'capture'
      and not exists (select 1 from payment_refund r where r.payment_id = t.payment_id and r.auto and r.capture_txn_id = t.provider_txn_id) order by t.id limit 1`)

/** Staff transferred the money themselves. */
async function recordManualRefund(tx: Tx, ctx: Ctx, payment: AttemptRow, key: string): Promise<void> {
  const report: PaymentReport = {
    kind: 'refunded',
    reference: payment.reference,
    txn: `by-hand-${key}`,
    refund_key: toGatewayKey(payment.reference, key),
    currency: payment.currency,
  }
  await recordReportIn(tx, ctx, report, { method: { id: payment.payment_method_id }, byProvider: false })
}

/** The refunds of a document that wait for staff to confirm the transfer. */
export const listManualRefunds = async (tx: Tx, document: Document): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
      where p.document_type = ${document.type} and p.document_id = ${document.id} and r.status = 'pending' and r.by_hand order by r.id`)
  ).map(({ id }) => id)

/** Staff confirm a manual refund. @throws AppError NOT_FOUND if the refund does not wait for confirmation, INVALID if less is left */
export async function confirmManualRefund(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const row = await tx.one<{ key: string; amount: number; auto: boolean; payment_id: number; type: string; document: number }>(sql`
    select r.key, r.amount_minor as amount, r.auto, r.payment_id, p.document_type as type, p.document_id as document from payment_refund r join payment p on p.id = r.payment_id
    where r.id = ${id} and r.status in ('pending', 'abnormal') and (r.by_hand or r.status = 'abnormal')`)
  if (!row) throw new AppError(NOT_FOUND)
  const all = await lockPayments(tx, ctx, { type: row.type, id: row.document })
  const payment = all.attempts.find((p) => p.id === row.payment_id)
  if (!payment) return
  // A failed refund may have been requested again since: the amount must not be paid out twice.
  const { captured, refunded } = getAttemptSums(await readSums(tx, all.document), payment.id)
  const pendingRefunds = await tx.one<{ amount: number }>(sql`select coalesce(sum(amount_minor), 0)::bigint as amount from payment_refund
    where payment_id = ${payment.id} and id <> ${id} and not auto and status in ('pending', 'process')`)
  if (!row.auto && row.amount > captured - refunded - (pendingRefunds?.amount ?? 0))
    throw validationError({ amount: message('payments:error.refund_too_large') })
  await recordManualRefund(tx, ctx, payment, row.key)
}

interface DueRefund {
  id: number
  key: string
  amount_minor: number
  reason: string
  capture_txn_id: string
  status: string
  tries: number
  provider_refund_id: string | null
  payment_id: number
  reference: string
  paid: number
  already_refunded: number
  currency: string
  provider_payment_id: string | null
  payment_method_id: number
}

/** Requests one refund from the provider, or queries its state. The answer is recorded like any report. */
export async function requestProviderRefund(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  const r = await kernel.db.one<DueRefund>(sql`
    with due as (update payment_refund set tries = tries + 1 where id = ${id} and status in ('pending', 'process') and not by_hand returning *)
    select r.id, r.key, r.amount_minor, r.reason, r.capture_txn_id, r.status, r.tries, r.provider_refund_id, p.id as payment_id, p.reference,
      p.amount_minor as paid, p.currency, p.provider_payment_id, p.payment_method_id,
      (select coalesce(sum(o.amount_minor), 0) from payment_refund o where o.payment_id = p.id and o.capture_txn_id = r.capture_txn_id and o.id < r.id and o.status in ('completed', 'process'))::bigint as already_refunded
    from due r join payment p on p.id = r.payment_id`)
  if (!r) return
  const method = await findMethod(kernel, { id: r.payment_method_id })
  if (!method?.adapter.refundPayment || !method.adapter.supportsRefunds?.(method.account.config)) {
    await kernel.db.run(sql`update payment_refund set by_hand = true, updated_at = now() where id = ${id}`)
    return
  }
  const request: RefundRequest = {
    reference: r.reference,
    amount: r.paid,
    currency: r.currency,
    number: r.reference,
    provider_payment_id: r.provider_payment_id,
    key: toGatewayKey(r.reference, r.key),
    refund_amount: r.amount_minor,
    already_refunded: r.already_refunded,
    is_retry: r.tries > 1,
    capture_txn: r.capture_txn_id,
    reason: r.reason,
  }
  const result = await requestProvider(method, request, r)
  if (result === 'later') throw new Error(`the provider did not answer refund ${id}`)
  await kernel.transaction((tx) =>
    recordReportIn(tx, systemCtx(kernel, 'payments/refund'), toReport(r, result), {
      method: { id: r.payment_method_id },
      byProvider: true,
    }),
  )
}

async function requestProvider(method: Method, request: RefundRequest, r: DueRefund): Promise<RefundResult | 'later'> {
  try {
    const { adapter, account } = method
    if (r.status === 'process' && r.provider_refund_id && adapter.queryRefund)
      return await adapter.queryRefund({ ...request, provider_refund_id: r.provider_refund_id }, account)
    return (await adapter.refundPayment?.(request, account)) ?? 'later'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.retryable && r.tries < MAX_REFUND_ATTEMPTS) return 'later'
    return { status: 'failed', txn: `${r.key}-failed`, message: error.message }
  }
}

const toReport = (r: DueRefund, a: RefundResult): PaymentReport => ({
  kind: a.status === 'completed' ? 'refunded' : a.status === 'failed' ? 'refund_failed' : 'refund_pending',
  reference: r.reference,
  txn: a.txn,
  amount: r.amount_minor,
  currency: r.currency,
  refund_key: toGatewayKey(r.reference, r.key),
  reason: a.message,
})
