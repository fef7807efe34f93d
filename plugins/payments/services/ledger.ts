import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { type Discrepancy, type AmountDue, PAYABLE_DOCUMENTS, type PayableDocument, type SettlementUpdate } from './payable-documents.ts'
import { moneyInbox } from '../resources/money-inbox.ts'

/** Reference of a payable document: its type and id. */
export interface Document {
  type: string
  id: number
}

/** An attempt with its row locked, as the ledger uses it. */
export interface AttemptRow {
  id: number
  payment_method_id: number
  provider: string
  reference: string
  amount_minor: number
  currency: string
  status: SettlementUpdate['attempt_status'] | 'pending'
  provider_payment_id: string | null
  /** Code of the reason why it is canceled, rejected or abnormal. */
  error_code: string | null
}

/** A document with all its attempts, locked in that order. */
export interface LockedPayments {
  document: Document
  payable: PayableDocument | undefined
  amountDue: AmountDue | undefined
  attempts: AttemptRow[]
}

/** Locks a document and then its attempts by id: the lock order of all code that records payments. */
export async function lockPayments(tx: Tx, ctx: Ctx, document: Document): Promise<LockedPayments> {
  const payable = ctx.kernel.contributions(PAYABLE_DOCUMENTS).get(document.type)
  const amountDue = await payable?.lockDocument(tx, document.id)
  const attempts = await tx.rows<AttemptRow>(sql`
    select id, payment_method_id, provider, reference, amount_minor, currency, status, provider_payment_id, error_code from payment
    where document_type = ${document.type} and document_id = ${document.id} order by id for update`)
  return { document, payable, amountDue, attempts }
}

/** Ledger sums of an attempt. Amounts that are refunded automatically (`auto`) count in neither sum. */
export interface Sums {
  captured: number
  refunded: number
  charged_back: number
  /** Captured amount that the shop does not keep. */
  surplus: number
}

/** Sums by attempt for the whole document. */
export async function readSums(tx: Tx, document: Document): Promise<Map<number, Sums>> {
  const rows = await tx.rows<Sums & { id: number }>(sql`
    select p.id,
      coalesce(sum(t.amount_minor) filter (where t.kind = 'capture' and r.id is null), 0)::bigint as captured,
      coalesce(sum(t.amount_minor) filter (where t.kind = 'refund' and not coalesce(b.auto, false)), 0)::bigint as refunded,
      coalesce(sum(t.amount_minor) filter (where t.kind = 'chargeback'), 0)::bigint as charged_back,
      coalesce(sum(t.amount_minor) filter (where t.kind = 'capture' and r.id is not null), 0)::bigint as surplus
    from payment p join payment_transaction t on t.payment_id = p.id
    left join payment_refund r on t.kind = 'capture' and r.payment_id = p.id and r.auto and r.capture_txn_id = t.provider_txn_id
    left join payment_refund b on t.kind = 'refund' and b.payment_id = p.id and b.provider_refund_id = t.provider_txn_id
    where p.document_type = ${document.type} and p.document_id = ${document.id} group by p.id`)
  return new Map(rows.map(({ id, ...s }) => [id, s]))
}

const NONE: Sums = { captured: 0, refunded: 0, charged_back: 0, surplus: 0 }
export const getAttemptSums = (sums: ReadonlyMap<number, Sums>, id: number): Sums => sums.get(id) ?? NONE

/** Net amount of a document: payments less refunds. */
export const sumAllAttempts = (sums: ReadonlyMap<number, Sums>): Pick<Sums, 'captured' | 'refunded' | 'charged_back'> =>
  [...sums.values()].reduce(
    (all, s) => ({
      captured: all.captured + s.captured,
      refunded: all.refunded + s.refunded,
      charged_back: all.charged_back + s.charged_back,
    }),
    { captured: 0, refunded: 0, charged_back: 0 },
  )

/** Amount due of a document in minor units: 0 if it is paid. */
export function getDue({ amountDue, attempts }: LockedPayments, { captured }: Pick<Sums, 'captured'>): number {
  const total = amountDue?.total ?? attempts.at(-1)?.amount_minor ?? 0
  return amountDue?.due ?? Math.max(0, total - captured)
}

export interface LedgerEntry {
  kind: 'authorize' | 'capture' | 'void' | 'refund' | 'chargeback' | 'adjust'
  amount: number
  currency: string
  txn: string
  /** Set for an entry reported by a provider, whose transaction id must be unique over all attempts. */
  byProvider: boolean
}

/** Adds an entry to the ledger. @returns false if it exists already */
export async function insertEntry(
  tx: Tx,
  ctx: Ctx,
  payment: Pick<AttemptRow, 'id' | 'payment_method_id'>,
  entry: LedgerEntry,
): Promise<boolean> {
  const { actor } = ctx
  const actorName = 'name' in actor ? actor.name : actor.kind
  const added = await tx.run(sql`
    insert into payment_transaction (payment_id, payment_method_id, kind, amount_minor, currency, provider_txn_id, actor)
    values (${payment.id}, ${entry.byProvider ? payment.payment_method_id : null}, ${entry.kind}, ${entry.amount}, ${entry.currency}, ${entry.txn}, ${actorName})
    on conflict do nothing`)
  return added === 1
}

/** An attempt with an authorization that was neither captured nor voided. */
export interface AuthorizedPayment {
  id: number
  provider: string
  amount: number
  currency: string
}

const queryAuthorizations = (db: Pick<Tx, 'rows'>, condition: Sql): Promise<AuthorizedPayment[]> =>
  db.rows(sql`
    select p.id, p.provider, (sum(t.amount_minor) filter (where t.kind = 'authorize'))::bigint as amount, coalesce(max(t.currency), p.currency) as currency
    from payment p join payment_transaction t on t.payment_id = p.id where ${condition}
    group by p.id having bool_or(t.kind = 'authorize') and not bool_or(t.kind in ('capture', 'void')) order by p.id`)

/** The authorization of an attempt, if any. */
export const findAuthorization = async (db: Pick<Tx, 'rows'>, id: number): Promise<AuthorizedPayment | undefined> =>
  (await queryAuthorizations(db, sql`p.id = ${id}`))[0]

/** The attempts of a document with an authorization. */
export const findAuthorizations = (db: Pick<Tx, 'rows'>, { type, id }: Document): Promise<AuthorizedPayment[]> =>
  queryAuthorizations(db, sql`p.document_type = ${type} and p.document_id = ${id}`)

/** Sets the status of an attempt. */
export async function setAttemptStatus(
  tx: Tx,
  payment: AttemptRow,
  status: AttemptRow['status'],
  details: { code?: string | undefined; message?: string | undefined; reviewer?: number | undefined } = {},
): Promise<void> {
  payment.status = status
  payment.error_code = details.code ?? null
  await tx.run(sql`update payment set status = ${status}, error_code = ${payment.error_code}, error_message = ${details.message || null},
    reviewed_by = coalesce(${details.reviewer ?? null}, reviewed_by), version = version + 1, updated_at = now() where id = ${payment.id}`)
  tx.invalidate('payment')
}

/** Error code of attempts that were canceled with their document. */
export const DOCUMENT_CANCELED = 'document_canceled'

/** The payer uses another method: cancels attempts without any report. */
export async function cancelOpenAttempts(tx: Tx, { attempts }: LockedPayments): Promise<void> {
  for (const earlier of attempts)
    if (earlier.status === 'pending' || earlier.status === 'processing') await setAttemptStatus(tx, earlier, 'canceled', { code: 'again' })
}

export interface UnmatchedPayment {
  reason: Discrepancy
  payment?: AttemptRow | undefined
  document?: Document | undefined
  /** Public name: the document's number, or the reference a provider gave. */
  subject: string
  amount: number
  currency: string | undefined
  detail: string
}

/** Adds an unmatched payment for staff: once per attempt and reason, and again if it recurs after being resolved. */
export async function reportUnmatched(tx: Tx, unmatched: UnmatchedPayment): Promise<void> {
  const conflict = unmatched.payment ? sql`(payment_id, reason)` : sql`(reason, subject) where payment_id is null`
  const entry = tx.insertSql(moneyInbox, {
    reason: unmatched.reason,
    payment_id: unmatched.payment?.id ?? null,
    document_type: unmatched.document?.type ?? null,
    document_id: unmatched.document?.id ?? null,
    subject: unmatched.subject.slice(0, 200),
    amount_minor: unmatched.amount,
    currency: unmatched.currency ?? null,
    detail: unmatched.detail.slice(0, 500),
  })
  await tx.run(sql`${entry}
    on conflict ${conflict} do update set status = 'pending', detail = excluded.detail, amount_minor = excluded.amount_minor, updated_at = now()
      where money_inbox.status = 'completed'`)
}

/**
 * Notifies the document of its ledger sums. A discrepancy becomes an unmatched payment, and the attempt becomes
 * abnormal. `sums` may hold the sums of an earlier moment instead of the current ones.
 */
export async function settleDocument(
  tx: Tx,
  ctx: Ctx,
  locked: LockedPayments,
  payment: AttemptRow,
  details: {
    reason?: string
    byGateway?: boolean
    refund?: NonNullable<SettlementUpdate['refund']>
    sums?: ReturnType<typeof sumAllAttempts>
    attempt?: SettlementUpdate['attempt_status']
    knownDiscrepancy?: Discrepancy
  },
): Promise<void> {
  const sums = details.sums ?? sumAllAttempts(await readSums(tx, locked.document))
  const attempt = details.attempt ?? (payment.status === 'pending' ? 'processing' : payment.status)
  const discrepancy = await locked.payable?.applySettlement(tx, ctx, locked.document.id, {
    ...sums,
    attempt_status: attempt,
    reason: details.reason ?? '',
    ...(details.byGateway ? { by_gateway: true } : {}),
    ...(details.refund ? { refund: details.refund } : {}),
  })
  const discrepancyCode = details.knownDiscrepancy ?? discrepancy
  if (!discrepancyCode) return
  if (payment.status !== 'abnormal') await setAttemptStatus(tx, payment, 'abnormal', { code: discrepancyCode, message: details.reason })
  await reportUnmatched(tx, {
    reason: discrepancyCode,
    payment,
    document: locked.document,
    subject: locked.amountDue?.number ?? payment.reference,
    amount: payment.amount_minor,
    currency: payment.currency,
    detail: details.reason ?? '',
  })
}
