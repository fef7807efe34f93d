import { type Ctx, AppError, validationError, type Kernel, type Locale, sign, sql, systemCtx, message, type Tx, verify } from 'stoa'
import { GATEWAY_FAILED, NOT_PAYABLE } from '../errors.ts'
import type { PaymentAction } from '../api-types.ts'
import { GatewayError, type PaymentStart } from './adapter.ts'
import {
  settleDocument,
  type Document,
  getDue,
  cancelOpenAttempts,
  lockPayments,
  setAttemptStatus,
  readSums,
  sumAllAttempts,
} from './ledger.ts'
import { type Method, findMethod, type PaymentOffer, listOffers, type PaymentTerms } from './methods.ts'
import { PAYABLE_DOCUMENTS } from './payable-documents.ts'
import { payment } from '../resources/payment.ts'

export interface PaymentRequest {
  document: Document
  number: string
  amount: number
  currency: string
  method: PaymentOffer
  /** Set for a document written in this transaction, with the end of its reservation: it has no earlier attempt. */
  reservedUntil?: string
  /** Language of the payer; read from the document if absent. */
  language?: Locale
}

/** A written attempt, with the payer's next step if no provider call is needed. */
export interface OpenedAttempt {
  reference: string
  action?: PaymentAction
}

/**
 * Writes an attempt; an attempt with the amount zero is paid at once. Methods without a provider call return the next
 * step at once. `terms` are the payment terms in the payer's language, if this transaction read them already.
 */
export async function openAttempt(
  tx: Tx,
  { kernel }: Pick<Ctx, 'kernel'>,
  request: PaymentRequest,
  terms?: PaymentTerms,
): Promise<OpenedAttempt> {
  const { document } = request
  const ctx = systemCtx(kernel, 'payments', request.language)
  const cachedMethod = terms?.getMethod(request.method)
  const [method, nextAttempt] = await Promise.all([
    cachedMethod ?? findMethod(kernel, { id: request.method.id }, ctx, tx),
    readNextAttempt(tx, request),
  ])
  if (!method || !nextAttempt) throw validationError({ payment_method: message('core:rule.choice') })
  const reference = `${request.number}-${nextAttempt.n}`
  const { expires_at } = nextAttempt
  const action = await createLocalAction(kernel, method, request, reference, expires_at)
  const attempt = {
    document_type: document.type,
    document_id: document.id,
    payment_method_id: method.account.id,
    provider: method.account.provider,
    reference,
    attempt: nextAttempt.n,
    amount_minor: request.amount,
    currency: request.currency,
    expires_at,
    action: action ?? null,
  }
  const insertAttempt = sql`${tx.insertSql(payment, attempt)} returning id`
  if (request.amount > 0) await tx.run(insertAttempt, 'payments.open')
  else {
    const row = await tx.one<{ id: number }>(insertAttempt, 'payments.open')
    const all = await lockPayments(tx, ctx, document)
    const paid = all.attempts.find((p) => p.id === row?.id)
    if (paid) {
      await setAttemptStatus(tx, paid, 'paid')
      await settleDocument(tx, ctx, all, paid, {})
    }
  }
  return { reference, ...(action ? { action: toPayerAction(kernel, reference, action) } : {}) }
}

/** Sequence number of a document's next attempt, and its expiry. */
async function readNextAttempt(
  tx: Tx,
  { document, method, reservedUntil }: PaymentRequest,
): Promise<{ n: number; expires_at: string } | undefined> {
  if (reservedUntil) return { n: 1, expires_at: reservedUntil }
  return tx.one<{ n: number; expires_at: string }>(
    sql`select count(*)::int + 1 as n, now() + make_interval(mins => ${method.hold_minutes}) as expires_at
      from payment where document_type = ${document.type} and document_id = ${document.id}`,
    'payments.next-attempt',
  )
}

/** The payer's next step for a method without provider calls; undefined if the provider has to be called after commit. */
async function createLocalAction(
  kernel: Kernel,
  method: Method,
  request: PaymentRequest,
  reference: string,
  expires_at: string,
): Promise<PaymentAction | undefined> {
  const { language, number, amount } = request
  if (!method.adapter.local || !language || amount === 0) return undefined
  const attempt = toPaymentStart(kernel, method, request, reference, { number, language, expires_at, provider_payment_id: null })
  return (await method.adapter.createPayment(attempt, method.account)).action
}

/** Signature that proves that a return from a gateway, or a claim to have paid, comes from the payer of the attempt. */
export const attemptKey = (kernel: Kernel, reference: string): string => sign(kernel.config, 'payment attempt', reference)
export const isAttemptKey = (kernel: Kernel, reference: string, key: string): boolean =>
  verify(kernel.config, 'payment attempt', reference, key)

interface StartRow {
  id: number
  status: string
  action: PaymentAction | null
  number: string
  language: Locale
  expires_at: string
  provider_payment_id: string | null
}

/**
 * Asks the provider for the payer's next step, after commit. A repeated call returns the stored answer. A retry after
 * a lost response reaches the provider with the same idempotency key.
 * @throws AppError GATEWAY_FAILED if the provider is unreachable or rejects the call; the attempt can be started
 * again
 */
export async function startPayment({ kernel }: Pick<Ctx, 'kernel'>, request: PaymentRequest, reference: string): Promise<PaymentAction> {
  if (request.amount === 0) return { type: 'none' }
  const row = await readStartRow(kernel, request, reference)
  if (!row) return { type: 'none' }
  if (row.action) return toPayerAction(kernel, reference, row.action)
  const method = await findMethod(kernel, { id: request.method.id }, { ...systemCtx(kernel, 'payments', row.language) })
  if (!method) throw new AppError(GATEWAY_FAILED)
  try {
    const made = await method.adapter.createPayment(toPaymentStart(kernel, method, request, reference, row), method.account)
    await kernel.db
      .run(sql`update payment set action = ${JSON.stringify(made.action)}::jsonb, provider_payment_id = coalesce(provider_payment_id, ${made.provider_payment_id ?? null}),
      status = case when status = 'pending' and ${method.adapter.flow !== 'instructions'} then 'processing' else status end,
      error_code = null, error_message = null, updated_at = now() where id = ${row.id}`)
    return toPayerAction(kernel, reference, made.action)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    kernel.log.warn({ method: method.account.code, reference, code: error.code }, 'a payment could not be started')
    await kernel.db.run(
      sql`update payment set error_code = ${error.code}, error_message = ${error.message}, updated_at = now() where id = ${row.id}`,
    )
    throw new AppError(GATEWAY_FAILED, undefined, { extra: { order_number: request.number } })
  }
}

async function readStartRow(kernel: Kernel, request: PaymentRequest, reference: string): Promise<StartRow | undefined> {
  const row = await kernel.db.one<StartRow>(
    sql`select id, status, action, provider_payment_id, expires_at from payment where reference = ${reference} and status in ('pending', 'processing', 'payment_review')`,
  )
  if (!row) return undefined
  if (request.language) return { ...row, number: request.number, language: request.language }
  const owed = await kernel.transaction(
    (tx) =>
      kernel.contributions(PAYABLE_DOCUMENTS).get(request.document.type)?.lockDocument(tx, request.document.id) ??
      Promise.resolve(undefined),
  )
  return { ...row, number: owed?.number ?? request.number, language: owed?.language ?? kernel.settings.mainLanguage }
}

/** Adds the key for a claim without sign-in to instructions. */
export function toPayerAction(kernel: Kernel, reference: string, action: PaymentAction): PaymentAction {
  if (action.type !== 'instructions' || action.in_person) return action
  return { ...action, claim: { reference, key: attemptKey(kernel, reference) } }
}

function toPaymentStart(
  kernel: Kernel,
  method: Method,
  request: PaymentRequest,
  reference: string,
  row: Pick<StartRow, 'number' | 'language' | 'expires_at' | 'provider_payment_id'>,
): PaymentStart {
  const base = `${kernel.config.publicUrl}/api/payment/${method.account.code}`
  return {
    reference,
    amount: request.amount,
    currency: request.currency,
    number: row.number,
    provider_payment_id: row.provider_payment_id,
    language: row.language,
    instructions: request.method.description || method.instructions,
    // A getter: signing the return addresses is expensive, and not every provider needs them.
    get urls() {
      const query = `reference=${encodeURIComponent(reference)}&key=${attemptKey(kernel, reference)}`
      return { return: `${base}/return?${query}`, cancel: `${base}/return?${query}&canceled=1`, webhook: `${base}/webhook` }
    },
    expires_at: new Date(row.expires_at),
  }
}

/** Statuses of attempts that another attempt may replace. */
const REPLACEABLE_STATUSES = new Set(['pending', 'processing', 'payment_reject', 'canceled'])

/** Statuses of attempts that paid a part; the rest needs another attempt. */
const PAID_STATUSES = new Set(['paid', 'refunded'])

/**
 * Starts another attempt for the amount due, with any available method and its own reference. A late payment of the
 * earlier attempt is refunded automatically.
 * @throws AppError NOT_PAYABLE if the document is paid or under review, INVALID for a method that is not available
 */
export async function retryPayment(
  ctx: Ctx,
  document: Document,
  methodCode: string,
): Promise<{ reference: string; action: PaymentAction; method: string }> {
  const { kernel } = ctx
  const made = await kernel.transaction(async (tx) => {
    const all = await lockPayments(tx, ctx, document)
    const { amountDue } = all
    const due = getDue(all, sumAllAttempts(await readSums(tx, document)))
    if (!amountDue || amountDue.closed || (due === 0 && amountDue.total > 0)) throw new AppError(NOT_PAYABLE)
    if (!all.attempts.every((p) => REPLACEABLE_STATUSES.has(p.status) || (due > 0 && PAID_STATUSES.has(p.status))))
      throw new AppError(NOT_PAYABLE)
    const method = (await listOffers(ctx, { currency: amountDue.currency, total: due }, tx)).find((m) => m.code === methodCode)
    if (!method) throw validationError({ payment_method: message('core:rule.choice') })
    await cancelOpenAttempts(tx, all)
    const request: PaymentRequest = {
      document,
      number: amountDue.number,
      amount: due,
      currency: amountDue.currency,
      method,
      language: amountDue.language,
    }
    const opened = await openAttempt(tx, ctx, request)
    if (request.amount > 0) await notifyRetry(tx, ctx, document)
    return { request, ...opened }
  })
  const action = made.action ?? (await startPayment(ctx, made.request, made.reference))
  return { reference: made.reference, method: made.request.method.code, action }
}

/** A document whose payment was rejected waits for payment again. */
async function notifyRetry(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const all = await lockPayments(tx, ctx, document)
  const latest = all.attempts.at(-1)
  if (latest) await settleDocument(tx, ctx, all, latest, { attempt: 'processing' })
}
