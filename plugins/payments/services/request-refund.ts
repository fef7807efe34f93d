import { type Ctx, defineJob, sql, type Sql, t, type Tx } from 'stoa'
import type { AttemptRow } from './ledger.ts'

/** Retries before staff are notified. */
export const MAX_REFUND_ATTEMPTS = 8

/** Requests a refund from the provider. */
export const REQUEST_REFUND = defineJob({
  name: 'payments/refund',
  payload: { id: t.id() },
  key: ({ id }) => `payments/refund ${id}`,
  attempts: MAX_REFUND_ATTEMPTS,
})

interface RefundDetails {
  key: string
  amount: number
  reason: string
  capture: string
  auto: boolean
  manual?: boolean
  directly?: boolean
}

/** Records a refund and queues the request to the provider. */
export async function requestRefund(tx: Tx, ctx: Ctx, payment: AttemptRow, details: RefundDetails): Promise<void> {
  const { actor } = ctx
  const made = await tx.one<{ id: number }>(sql`
    insert into payment_refund (payment_id, key, amount_minor, reason, capture_txn_id, by_hand, auto, actor, given_by)
    values (${payment.id}, ${details.key}, ${details.amount}, ${details.reason.slice(0, 500)}, ${details.capture}, ${details.manual ?? false}, ${details.auto}, ${'name' in actor ? actor.name : actor.kind},
      ${details.directly && actor.kind === 'admin' ? actor.id : null})
    on conflict do nothing returning id`)
  if (made && !details.manual) tx.enqueue(REQUEST_REFUND, { id: made.id })
}

/** Key of one part of a refund that is divided over several payments or requested again; the first part has the key itself. */
export const toPartKey = (key: string, before: number): string => (before === 0 ? key : `${key}*${before + 1}`)

/** The refund key of a part. */
export const toRefundKey = (part: string): string => part.replace(/\*\d+$/, '')

/** SQL: whether a row of `payment_refund` is a part of the refund with a key. */
export const isPartOfRefundSql = (key: string): Sql => sql`(key = ${key} or starts_with(key, ${`${key}*`}))`

/** Idempotency key of a refund at the provider, the same on every retry. The reference separates keys of different documents. */
export const toGatewayKey = (reference: string, key: string): string => `refund-${reference}-${key}`
