import { type Ctx, AppError, validationError, type Kernel, type Locale, sign, sql, systemCtx, message, type Tx, verify } from 'stoa'
import { GATEWAY_FAILED, NOT_PAYABLE } from '../errors.ts'
import type { PaymentAction } from '../api-types.ts'
import { GatewayError, type PaymentStart } from './adapter.ts'
import { settleDocument, type Document, getDue, cancelOpenAttempts, lockPayments, setAttempt, readSums, getSum } from './book.ts'
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
  heldUntil?: string
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
  bill: PaymentRequest,
  terms?: PaymentTerms,
): Promise<OpenedAttempt> {
  const { document } = bill
  const ctx = systemCtx(kernel, 'payments', bill.language)
  const cachedMethod = terms?.getMethod(bill.method)
  const [method, turn] = await Promise.all([cachedMethod ?? findMethod(kernel, { id: bill.method.id }, ctx, tx), toTurn(tx, bill)])
  if (!method || !turn) throw validationError({ payment_method: message('core:rule.choice') })
  const reference = `${bill.number}-${turn.n}`
  const { expires_at } = turn
  const action = await isAnsweredAtOnce(kernel, method, bill, reference, expires_at)
  const attempt = {
    document_type: document.type,
    document_id: document.id,
    payment_method_id: method.account.id,
    provider: method.account.provider,
    reference,
    attempt: turn.n,
    amount_minor: bill.amount,
    currency: bill.currency,
    expires_at,
    action: action ?? null,
  }
  const written = sql`${tx.insertSql(payment, attempt)} returning id`
  if (bill.amount > 0) await tx.run(written, 'payments.open')
  else {
    const row = await tx.one<{ id: number }>(written, 'payments.open')
    const all = await lockPayments(tx, ctx, document)
    const paid = all.attempts.find((p) => p.id === row?.id)
    if (paid) {
      await setAttempt(tx, paid, 'paid')
      await settleDocument(tx, ctx, all, paid, {})
    }
  }
  return { reference, ...(action ? { action: toPayerAction(kernel, reference, action) } : {}) }
}

/** Sequence number of a document's next attempt, and its expiry. */
async function toTurn(tx: Tx, { document, method, heldUntil }: PaymentRequest): Promise<{ n: number; expires_at: string } | undefined> {
  if (heldUntil) return { n: 1, expires_at: heldUntil }
  return tx.one<{ n: number; expires_at: string }>(
    sql`select count(*)::int + 1 as n, now() + make_interval(mins => ${method.hold_minutes}) as expires_at
      from payment where document_type = ${document.type} and document_id = ${document.id}`,
    'payments.turn',
  )
}

/** The payer's next step for a method without provider calls; undefined if the provider has to be called after commit. */
async function isAnsweredAtOnce(
  kernel: Kernel,
  method: Method,
  bill: PaymentRequest,
  reference: string,
  expires_at: string,
): Promise<PaymentAction | undefined> {
  const { language, number, amount } = bill
  if (!method.adapter.local || !language || amount === 0) return undefined
  const attempt = starting(kernel, method, bill, reference, { number, language, expires_at, provider_payment_id: null })
  return (await method.adapter.create(attempt, method.account)).action
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
export async function startPayment({ kernel }: Pick<Ctx, 'kernel'>, bill: PaymentRequest, reference: string): Promise<PaymentAction> {
  if (bill.amount === 0) return { type: 'none' }
  const row = await readStartRow(kernel, bill, reference)
  if (!row) return { type: 'none' }
  if (row.action) return toPayerAction(kernel, reference, row.action)
  const method = await findMethod(kernel, { id: bill.method.id }, { ...systemCtx(kernel, 'payments', row.language) })
  if (!method) throw new AppError(GATEWAY_FAILED)
  try {
    const made = await method.adapter.create(starting(kernel, method, bill, reference, row), method.account)
    await kernel.db
      .run(sql`update payment set action = ${JSON.stringify(made.action)}::jsonb, provider_payment_id = coalesce(provider_payment_id, ${made.provider_payment_id ?? null}),
      status = case when status = 'pending' and ${method.adapter.flow !== 'instructions'} then 'processing' else status end,
      error_code = null, error_message = null, updated_at = now() where id = ${row.id}`)
    return toPayerAction(kernel, reference, made.action)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    kernel.log.warn({ method: method.account.code, reference, code: error.code }, 'a payment could not be begun')
    await kernel.db.run(
      sql`update payment set error_code = ${error.code}, error_message = ${error.message}, updated_at = now() where id = ${row.id}`,
    )
    throw new AppError(GATEWAY_FAILED, undefined, { extra: { order_number: bill.number } })
  }
}

async function readStartRow(kernel: Kernel, bill: PaymentRequest, reference: string): Promise<StartRow | undefined> {
  const row = await kernel.db.one<StartRow>(
    sql`select id, status, action, provider_payment_id, expires_at from payment where reference = ${reference} and status in ('pending', 'processing', 'payment_review')`,
  )
  if (!row) return undefined
  if (bill.language) return { ...row, number: bill.number, language: bill.language }
  const owed = await kernel.transaction(
    (tx) => kernel.contributions(PAYABLE_DOCUMENTS).get(bill.document.type)?.lock(tx, bill.document.id) ?? Promise.resolve(undefined),
  )
  return { ...row, number: owed?.number ?? bill.number, language: owed?.language ?? kernel.settings.mainLanguage }
}

/** Adds the key for a claim without sign-in to instructions. */
export function toPayerAction(kernel: Kernel, reference: string, action: PaymentAction): PaymentAction {
  if (action.type !== 'instructions' || action.in_person) return action
  return { ...action, claim: { reference, key: attemptKey(kernel, reference) } }
}

function starting(
  kernel: Kernel,
  method: Method,
  bill: PaymentRequest,
  reference: string,
  row: Pick<StartRow, 'number' | 'language' | 'expires_at' | 'provider_payment_id'>,
): PaymentStart {
  const base = `${kernel.config.publicUrl}/api/payment/${method.account.code}`
  return {
    reference,
    amount: bill.amount,
    currency: bill.currency,
    number: row.number,
    provider_payment_id: row.provider_payment_id,
    language: row.language,
    instructions: bill.method.description || method.instructions,
    // A getter: signing the return addresses is expensive, and not every provider needs them.
    get urls() {
      const query = `reference=${encodeURIComponent(reference)}&key=${attemptKey(kernel, reference)}`
      return { return: `${base}/return?${query}`, cancel: `${base}/return?${query}&canceled=1`, webhook: `${base}/webhook` }
    },
    expires: new Date(row.expires_at),
  }
}

/** Statuses of attempts that another attempt may replace. */
const OPEN = new Set(['pending', 'processing', 'payment_reject', 'canceled'])

/** Statuses of attempts that paid a part; the rest needs another attempt. */
const DONE = new Set(['paid', 'refunded'])

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
    const { owed } = all
    const due = getDue(all, getSum(await readSums(tx, document)))
    if (!owed || owed.closed || (due === 0 && owed.total > 0)) throw new AppError(NOT_PAYABLE)
    if (!all.attempts.every((p) => OPEN.has(p.status) || (due > 0 && DONE.has(p.status)))) throw new AppError(NOT_PAYABLE)
    const method = (await listOffers(ctx, { currency: owed.currency, total: due }, tx)).find((m) => m.code === methodCode)
    if (!method) throw validationError({ payment_method: message('core:rule.choice') })
    await cancelOpenAttempts(tx, all)
    const bill: PaymentRequest = { document, number: owed.number, amount: due, currency: owed.currency, method, language: owed.language }
    const opened = await openAttempt(tx, ctx, bill)
    if (bill.amount > 0) await openNextAttempt(tx, ctx, document)
    return { bill, ...opened }
  })
  const action = made.action ?? (await startPayment(ctx, made.bill, made.reference))
  return { reference: made.reference, method: made.bill.method.code, action }
}

/** A document whose payment was rejected waits for payment again. */
async function openNextAttempt(tx: Tx, ctx: Ctx, document: Document): Promise<void> {
  const all = await lockPayments(tx, ctx, document)
  const latest = all.attempts.at(-1)
  if (latest) await settleDocument(tx, ctx, all, latest, { attempt: 'processing' })
}
