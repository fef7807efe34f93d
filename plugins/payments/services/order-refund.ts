import { type Ctx, defineJob, sql, type Sql, t, type Tx } from 'stoa'
import type { AttemptRow } from './book.ts'

/** Tries before staff are asked to look. */
export const MOST_TRIES = 8

/** Asks the provider for a refund. */
export const REFUND = defineJob({
  name: 'payments/refund',
  payload: { id: t.id() },
  key: ({ id }) => `payments/refund ${id}`,
  attempts: MOST_TRIES,
})

interface Ordering {
  key: string
  amount: number
  reason: string
  capture: string
  auto: boolean
  byHand?: boolean
  directly?: boolean
}

/** Writes a refund down and has the provider asked. */
export async function orderRefund(tx: Tx, ctx: Ctx, payment: AttemptRow, o: Ordering): Promise<void> {
  const { actor } = ctx
  const made = await tx.one<{ id: number }>(sql`
    insert into payment_refund (payment_id, key, amount_minor, reason, capture_txn_id, by_hand, auto, actor, given_by)
    values (${payment.id}, ${o.key}, ${o.amount}, ${o.reason.slice(0, 500)}, ${o.capture}, ${o.byHand ?? false}, ${o.auto}, ${'name' in actor ? actor.name : actor.kind},
      ${o.directly && actor.kind === 'admin' ? actor.id : null})
    on conflict do nothing returning id`)
  if (made && !o.byHand) tx.enqueue(REFUND, { id: made.id })
}

/** What one part of a refund goes by that is given back to several payments, or was asked for anew: the first by the key itself. */
export const partKey = (key: string, before: number): string => (before === 0 ? key : `${key}*${before + 1}`)

/** The key a part belongs to. */
export const wholeKey = (part: string): string => part.replace(/\*\d+$/, '')

/** Whether a row of `payment_refund` belongs to what was asked for under a key. */
export const isPartOf = (key: string): Sql => sql`(key = ${key} or starts_with(key, ${`${key}*`}))`

/** What a refund is known by at the provider, the same on every try. The reference keeps keys of different documents apart. */
export const gatewayKey = (reference: string, key: string): string => `refund-${reference}-${key}`
