import { AppError, formatMoney, validationError, type TransitionContext, parseMoney, sql, message } from 'stoa'
import { OWN_ORDER } from '../errors.ts'
import { purchasing } from '../settings.ts'
import { needsApproval, extraAtShopRate, assertNoApprovalPending } from './approval.ts'
import { MAIL_ORDER } from './enqueue-order-email.ts'
import { poTransitions } from '../domain/statuses.ts'

/** A submitted order must have lines and an active supplier. */
export async function assertComplete({ tx, row }: TransitionContext): Promise<void> {
  const found = await tx.one<{ lines: number; enabled: boolean }>(sql`
    select (select count(*) from purchase_order_line where po_id = ${row.id}) as lines, enabled from supplier where id = ${row.supplier_id}`)
  if (!found?.lines) throw validationError({ lines: message('purchasing:error.no_lines') })
  if (!found.enabled) throw validationError({ supplier_id: message('purchasing:error.supplier_off') })
}

/** Requests approval where a rule requires it. Otherwise an order below the limit is sent at once. */
export async function releaseBelowLimit({ ctx, tx, row }: TransitionContext): Promise<void> {
  if (await needsApproval(tx, ctx, row.id)) return
  const limit = ctx.kernel.settings.of(purchasing).approval_limit
  const base_total = parseMoney(String(row.base_total))
  const worth = base_total + extraAtShopRate(ctx, { total: parseMoney(String(row.total)), base_total, currency: String(row.currency) })
  if (limit !== null && parseMoney(limit) > 0 && worth >= parseMoney(limit)) return
  await ctx.kernel.resources.transitionIn(tx, ctx, poTransitions, row.id, 'release')
}

/** An account cannot approve its own order, or one with a pending approval request. @throws AppError OWN_ORDER, WRONG_STATE */
export async function assertMayApprove(moving: TransitionContext): Promise<void> {
  const { ctx, tx, row } = moving
  await assertNoApprovalPending(moving)
  if (ctx.actor.kind !== 'admin') return
  const order = await tx.one<{ created_by: number | null }>(sql`select created_by from purchase_order where id = ${row.id}`)
  if (order?.created_by === ctx.actor.id) throw new AppError(OWN_ORDER)
}

export async function recordApproval({ ctx, tx, row }: TransitionContext): Promise<void> {
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  await tx.run(sql`update purchase_order set approved_by = ${by} where id = ${row.id}`)
}

/** Places the order. Sends it to the supplier by e-mail after the commit, if the supplier has an address. */
export async function placeOrder({ tx, row }: TransitionContext): Promise<void> {
  const order = await tx.one<{ wanted: number }>(sql`
    update purchase_order o set ordered_at = now(), expected_at = coalesce(expected_at, (select business_day()) + s.lead_time_days),
      mails_wanted = mails_wanted + case when s.email is null then 0 else 1 end
    from supplier s where s.id = o.supplier_id and o.id = ${row.id} returning mails_wanted as wanted`)
  if (order && order.wanted > 0) tx.enqueue(MAIL_ORDER, { id: row.id, nth: order.wanted })
}

export async function assertNothingReceived({ tx, row }: TransitionContext): Promise<void> {
  const arrived = await tx.one(sql`select 1 from purchase_order_line where po_id = ${row.id} and received_quantity + rejected_quantity > 0`)
  if (arrived) throw validationError({ status: message('purchasing:error.arrived') })
}

/** Closes the outstanding units. */
export async function closeOpen({ tx, row, input }: TransitionContext): Promise<void> {
  await tx.run(sql`update purchase_order_line set closed_quantity = greatest(0, quantity - received_quantity - rejected_quantity), updated_at = now()
    where po_id = ${row.id}`)
  await tx.run(sql`update purchase_order set closed_reason = ${String(input.reason ?? '')} where id = ${row.id}`)
}

/** Received items must be paid, or staff confirm that no payment is due. */
export async function assertPaid({ tx, row, input }: TransitionContext): Promise<void> {
  if (input.waive === true) {
    if (String(input.reason ?? '').trim() === '') throw validationError({ reason: message('core:rule.required') })
    return
  }
  const money = await tx.one<{ due: number; paid: number }>(dueSql(row.id))
  if (money && money.paid < money.due)
    throw validationError({ waive: message('purchasing:error.unpaid', { due: formatMoney(money.due), paid: formatMoney(money.paid) }) })
}

/** Amount due: received items plus freight minus the order discount; and the amount paid. */
export const dueSql = (id: number) => sql`
  select case when exists (select 1 from purchase_order_line l where l.po_id = o.id and l.received_quantity > 0)
      then greatest(0, coalesce((select sum(r.accepted * r.unit_cost_minor) from goods_receipt g join goods_receipt_line r on r.receipt_id = g.id where g.po_id = o.id), 0)
        - o.discount_minor + o.freight_minor) else 0 end::bigint as due,
    coalesce((select sum(p.amount_minor) from supplier_payment p where p.po_id = o.id), 0)::bigint as paid
  from purchase_order o where o.id = ${id}`
