import { type Ctx, AppError, formatMoney, validationError, sql, message, type Tx } from 'stoa'
import { NOT_PAYABLE } from '../errors.ts'
import { openAttempt } from './attempts.ts'
import {
  type AttemptRow,
  settleDocument,
  type Document,
  getDue,
  cancelOpenAttempts,
  lockPayments,
  readSums,
  sumAllAttempts,
} from './ledger.ts'
import { assertNothingAuthorized } from './authorizations.ts'
import { type PaymentOffer, readPaymentTerms } from './methods.ts'
import { payment } from '../resources/payment.ts'

/** A payment collected in person by one method. */
export interface CollectedPayment {
  /** Code of the payment method. */
  method: string
  /** In hundredths. */
  amount: number
  /** Reference printed by a terminal or wallet; empty for cash. */
  reference: string
}

/**
 * Records the whole amount due of a document as collected in person, with one payment for each method used. The
 * document is notified once, when it is fully paid. Open attempts by other methods are canceled.
 * @throws AppError INVALID for a method that cannot be used in person or for a sum other than the amount due,
 * NOT_PAYABLE, or MONEY_RESERVED while a provider holds an authorization
 */
export async function collectPayment(tx: Tx, ctx: Ctx, document: Document, collected: readonly CollectedPayment[]): Promise<void> {
  const [all, terms] = await Promise.all([lockPayments(tx, ctx, document), readPaymentTerms(ctx, tx)])
  const { amountDue } = all
  if (!amountDue || amountDue.closed) throw new AppError(NOT_PAYABLE)
  const { number, currency } = amountDue
  const due = getDue(all, sumAllAttempts(await readSums(tx, document)))
  assertSumMatches(collected, due, currency)
  if (due === 0) {
    const [method] = terms.listOffers({ total: 0 })
    if (all.attempts.length > 0) throw new AppError(NOT_PAYABLE)
    if (method) await openAttempt(tx, ctx, { document, number, amount: 0, currency, method, language: amountDue.language })
    return
  }
  await assertNothingAuthorized(tx, ctx, document)
  await cancelOpenAttempts(tx, all)
  const newDocument = { document, number, currency, attemptCount: all.attempts.length }
  const attempts = [
    ...all.attempts,
    ...(await insertPaidAttempts(tx, ctx, newDocument, toMethodAmounts(terms.listOffers({ currency, channel: 'pos' }), collected))),
  ]
  const last = attempts.at(-1)
  if (last) await settleDocument(tx, ctx, { ...all, attempts }, last, {})
}

/** @throws AppError INVALID if the collected sum differs from the amount due */
function assertSumMatches(collected: readonly CollectedPayment[], due: number, currency: string): void {
  if (collected.reduce((sum, { amount }) => sum + amount, 0) === due && collected.every(({ amount }) => amount > 0)) return
  throw validationError({ payments: message('payments:error.amount', { currency, amount: formatMoney(due) }) })
}

/** A document written in this transaction and paid in person. */
export interface NewDocument {
  document: Document
  number: string
  currency: string
  /** Number of earlier attempts. */
  attemptCount?: number
}

/**
 * Records the full payment of a document that this transaction writes as paid. No other transaction sees the document
 * yet, so nothing is locked, read or settled. `methods` are the available methods; an amount of zero is paid by the
 * first of them.
 * @throws AppError INVALID for another method, or a sum other than its `amount`
 */
export async function collectNewDocument(
  tx: Tx,
  ctx: Ctx,
  { amount, ...newDocument }: NewDocument & { amount: number },
  collected: readonly CollectedPayment[],
  methods: readonly PaymentOffer[],
): Promise<void> {
  assertSumMatches(collected, amount, newDocument.currency)
  const [first] = methods
  const paid = collected.length > 0 ? toMethodAmounts(methods, collected) : first ? [{ method: first.id, amount: 0, reference: '' }] : []
  if (paid.length > 0) await insertPaidAttempts(tx, ctx, newDocument, paid)
}

/** @throws AppError INVALID by payment */
function toMethodAmounts(
  methods: readonly PaymentOffer[],
  collected: readonly CollectedPayment[],
): { method: number; amount: number; reference: string }[] {
  return collected.map(({ method, amount, reference }, i) => {
    const offer = methods.find(({ code }) => code === method)
    if (!offer || amount <= 0) throw validationError({ [`payments.${i}.method`]: message('core:rule.choice') })
    return { method: offer.id, amount, reference }
  })
}

/** Paid attempts with their ledger entries, in one statement. */
async function insertPaidAttempts(
  tx: Tx,
  ctx: Ctx,
  { document, number, currency, attemptCount = 0 }: NewDocument,
  collected: readonly { method: number; amount: number; reference: string }[],
): Promise<AttemptRow[]> {
  const { actor } = ctx
  const rows = collected.map(({ method, amount, reference }, i) => ({
    id: method,
    amount,
    txn: reference ? `${reference} ${attemptCount + i + 1}` : `counter-${number}-${attemptCount + i + 1}`,
    reference: `${number}-${attemptCount + i + 1}`,
    n: attemptCount + i + 1,
  }))
  const sum = collected.reduce((all, { amount }) => all + amount, 0)
  if (sum > 0) tx.emit('payment.captured', { document, amount: sum, currency }, document)
  const paid = tx.insertSql(
    payment,
    {
      document_type: document.type,
      document_id: document.id,
      payment_method_id: sql`m.id`,
      provider: sql`m.provider`,
      reference: sql`r.reference`,
      attempt: sql`r.n`,
      amount_minor: sql`r.amount`,
      currency,
      status: 'paid',
      reviewed_by: actor.kind === 'admin' ? actor.id : null,
    },
    sql`input r join payment_method m on m.id = r.id order by r.n`,
  )
  return tx.rows<AttemptRow>(
    sql`
    with input as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, amount bigint, reference text, txn text, n int)),
      inserted as (${paid}
        returning id, payment_method_id, provider, reference, attempt, amount_minor, currency, status, provider_payment_id, error_code),
      ledger_entries as (insert into payment_transaction (payment_id, payment_method_id, kind, amount_minor, currency, provider_txn_id, actor)
        select p.id, null, 'capture', p.amount_minor, p.currency, r.txn, ${'name' in actor ? actor.name : actor.kind} from inserted p join input r on r.n = p.attempt where p.amount_minor > 0 order by r.n)
    select id, payment_method_id, provider, reference, amount_minor, currency, status, provider_payment_id, error_code from inserted order by attempt`,
    'payments.collected',
  )
}
