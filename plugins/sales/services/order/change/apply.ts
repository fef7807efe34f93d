import { type Ctx, AppError, formatMoney, validationError, parseMoney, recordAudit, sql, message, type Tx } from 'stoa'
import { INVENTORY } from 'stoa/plugins/inventory'
import { PAYMENTS } from 'stoa/plugins/payments'
import { orderTransitions, unpaid } from '../../../domain/statuses.ts'
import { ORDER_TOTAL_CHANGED } from '../../../errors.ts'
import { orderRules } from '../../../settings.ts'
import { updateAdjustmentUsage } from '../adjustments.ts'
import { advance, recountUnits } from '../advance.ts'
import { ORDER_REFUNDS, needsRefundApproval } from '../order-refunds.ts'
import { toDocument, lockOrder, getMissingAmount } from '../head.ts'
import { holdExpirySql, reserveStock, releaseUnits } from '../reserve-stock.ts'
import { ORDER_EMAIL_JOB } from '../emails.ts'
import type { ChangeInput } from './input.ts'
import { type ChangePlan, planChange } from './plan.ts'
import { removeLines, writePlan } from './write.ts'

/**
 * Changes a placed order in the transaction: lines and their stock, delivery, amount due. A higher total adds a
 * payment request. A lower total of a paid order adds a refund, subject to the refund limits.
 * @throws what `planChange` throws; AppError ORDER_TOTAL_CHANGED, OUT_OF_STOCK, MONEY_RESERVED
 */
export async function changeOrder(tx: Tx, ctx: Ctx, id: number, input: ChangeInput & { agreed_total?: string | null }): Promise<void> {
  await lockOrder(tx, id)
  const plan = await planChange(tx, ctx, id, input)
  if (plan.entries.length === 0) throw validationError({ lines: message('sales:error.change_nothing') })
  if (input.agreed_total && parseMoney(input.agreed_total) !== plan.total) throw new AppError(ORDER_TOTAL_CHANGED)
  const { order } = plan.before
  if (order.status === 'payment_review' && plan.total !== order.total)
    throw validationError({ lines: message('sales:error.change_review') })
  await writeLines(tx, ctx, id, plan)
  tx.invalidate('order')
  const { due, refund } = await adjustPayment(tx, ctx, id, plan)
  const change = await writeChange(tx, ctx, id, plan, due, refund)
  await advance(tx, ctx, id)
  tx.enqueue(ORDER_EMAIL_JOB, { id, kind: 'changed', ref: change })
  tx.emit('order.changed', { orderId: id }, toDocument({ id }))
}

/** Writes the lines of a plan, reserves the added units and releases the removed ones. */
async function writeLines(tx: Tx, ctx: Ctx, id: number, plan: ChangePlan): Promise<void> {
  const stockIds = [...plan.before.lines, ...plan.added].flatMap(({ kind, subject_id }) =>
    kind === 'stock' && subject_id !== null ? [subject_id] : [],
  )
  await ctx.kernel.find(INVENTORY)?.lockStocks(tx, stockIds)
  const removedUnits = plan.lines.flatMap(({ id: line_id, before, quantity }) =>
    quantity < before ? [{ line_id, quantity: before - quantity }] : [],
  )
  if (removedUnits.length > 0) await releaseUnits(tx, ctx, id, removedUnits)
  if (!(await removeLines(tx, id, plan))) throw validationError({ lines: message('sales:error.change_named') })
  await writePlan(tx, id, plan)
  await reserveStock(tx, ctx, id)
  await recountUnits(tx, ctx, id)
  await updateAdjustmentUsage(tx, ctx, id)
}

/** Adjusts the amount due or the refund to the new total. @returns the amount due and the amount to refund */
async function adjustPayment(tx: Tx, ctx: Ctx, id: number, { before, total }: ChangePlan): Promise<{ due: number; refund: number }> {
  const { resources } = ctx.kernel
  let o = await lockOrder(tx, id)
  const due = getMissingAmount(o)
  if (total === before.order.total) return { due: unpaid.includes(o.status) ? due : 0, refund: 0 }
  if (due > 0 && !unpaid.includes(o.status)) {
    await resources.transitionIn(tx, ctx, orderTransitions, id, 'owe')
    const until = sql`now() + make_interval(days => ${ctx.kernel.settings.of(orderRules).staff_hold_days})`
    await tx.run(sql`update sales_order set hold_expires_at = ${holdExpirySql(until)} where id = ${id}`)
  }
  await ctx.kernel.get(PAYMENTS).requestChangedAmount(tx, ctx, toDocument(o))
  o = await lockOrder(tx, id)
  if (due === 0 && unpaid.includes(o.status)) await resources.transitionIn(tx, ctx, orderTransitions, id, 'settled')
  const refund = Math.max(0, Math.min(o.paid - o.excess - total, before.order.total - total))
  if (refund > 0) await refundDifference(tx, ctx, id, refund)
  return { due, refund }
}

async function refundDifference(tx: Tx, ctx: Ctx, id: number, amount: number): Promise<void> {
  const refunds = ctx.kernel.find(ORDER_REFUNDS)
  if (!refunds) throw validationError({ lines: message('sales:error.change_no_refund') })
  await refunds.refundDifference(tx, ctx, id, amount, ctx.kernel.i18n.t(ctx.mainLanguage, 'sales:reason.changed'), needsRefundApproval(ctx))
}

/** Stores what a change did, for the order history and the e-mail to the buyer. @returns its id */
async function writeChange(tx: Tx, ctx: Ctx, id: number, plan: ChangePlan, due: number, refund: number): Promise<number> {
  const { actor } = ctx
  const { order } = plan.before
  const row = await tx.one<{
    id: number
  }>(sql`insert into order_change (order_id, entries, total_before_minor, total_after_minor, due_minor,
      refund_minor, actor_kind, actor_id, actor_name)
    values (${id}, ${JSON.stringify(plan.entries)}::jsonb, ${order.total}, ${plan.total}, ${due}, ${refund}, ${actor.kind},
      ${'id' in actor ? actor.id : null}, ${'name' in actor ? actor.name : ''}) returning id`)
  const lines = (quantities: readonly { name: string; quantity: number }[]) =>
    quantities
      .filter(({ quantity }) => quantity > 0)
      .map(({ name, quantity }) => `${name} × ${quantity}`)
      .join(', ')
  const changes = [
    { field: 'lines', old: lines(plan.before.lines), new: lines([...plan.lines, ...plan.added]) },
    { field: 'total', old: formatMoney(order.total), new: formatMoney(plan.total) },
    { field: 'shipping_title', old: order.shipping_title, new: plan.method.title },
    { field: 'shipping_address', old: order.shipping_address, new: plan.shippingAddress },
    ...(['first_name', 'last_name', 'country_code', 'phone'] as const).map((field) => ({
      field,
      old: order[field],
      new: plan.contact[field],
    })),
  ].filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
  await recordAudit(tx, ctx, { resource: 'order', rowId: id, verb: 'update', changes })
  return row?.id ?? 0
}
