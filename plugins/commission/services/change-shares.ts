import { type DraftInput, message, type Message, type SavedRecord, sql, validationError, type ValidatedInput } from 'stoa'
import { isComplete } from '../domain/shares.ts'
import type { orderFields } from '../resources/order-fields.ts'
import { POST_ORDER } from './post-order-job.ts'

type Fields = typeof orderFields

/** Shares that somebody entered stay, whoever owns the customer later. */
export function markManual({ input }: DraftInput<Fields>): void {
  if (input.shares) input.source = input.shares.length > 0 ? 'manual' : 'none'
}

/** @throws AppError INVALID by field: shares that do not total 100, somebody named twice, and an order whose commission is being settled */
export async function checkShares({ tx, input, old }: ValidatedInput<Fields>): Promise<void> {
  if (!input.shares || !old) return
  const stored = new Map(old.shares.map((share) => [share.id, share]))
  const shares = input.shares.map((share) => ({ ...stored.get(share.id ?? 0), ...share }))
  if (shares.length > 0 && !isComplete(shares.map(({ share_percent }) => share_percent ?? '0')))
    throw validationError({ shares: message('commission:error.shares_total') })
  const errors: Record<string, Message> = {}
  for (const [n, { admin_id }] of shares.entries())
    if (shares.findIndex((share) => share.admin_id === admin_id) < n)
      errors[`shares.${n}.admin_id`] = message('commission:error.share_twice')
  if (Object.keys(errors).length > 0) throw validationError(errors)
  const settled = await tx.one<{ number: string }>(sql`
    select s.number from commission_entry e join commission_settlement s on s.id = e.settlement_id
    where e.order_id = ${old.order_id} and e.status <> 'canceled' limit 1`)
  if (settled) throw validationError({ shares: message('commission:error.shares_settled', { number: settled.number }) })
}

/** Cancels what the order has earned, and posts it again by the new shares. The row of the order is locked. */
export async function postAgain({ tx, id, input, old }: SavedRecord<Fields>): Promise<void> {
  if (!input.shares || !old) return
  // A settlement that was computed since the check has taken entries: they stay, and the change is refused.
  const open = await tx.rows<{ settlement_id: number | null }>(sql`
    select settlement_id from commission_entry where order_id = ${old.order_id} and status <> 'canceled' order by id for update`)
  if (open.some(({ settlement_id }) => settlement_id !== null))
    throw validationError({ shares: message('commission:error.shares_settled', { number: '' }) })
  await tx.run(
    sql`update commission_entry set status = 'canceled', updated_at = now() where order_id = ${old.order_id} and status <> 'canceled'`,
  )
  await tx.run(sql`update commission_order set paid_through = 0, completed_through = 0 where id = ${id}`)
  tx.invalidate('commission_entry')
  tx.enqueue(POST_ORDER, { order_id: old.order_id })
}
