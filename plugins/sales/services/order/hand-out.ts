import { type Ctx, splitAmount, sql, type Tx } from 'stoa'
import { advance } from './advance.ts'
import { DELIVERY } from './delivery.ts'
import { type LockedOrder, lockOrder, orderLines } from './head.ts'
import { shipUnits, listUnshippedUnits } from './units.ts'
import { orderTransitions } from '../../domain/statuses.ts'

/**
 * Hands over all that is left of an order: the units are shipped and delivered in one step, and the order moves on by
 * its transitions. The order must be fully paid.
 * @throws AppError WRONG_STATE, also while a refund is open
 */
export async function handOverAll(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const { resources } = ctx.kernel
  const delivery = ctx.kernel.find(DELIVERY)
  if ((await lockOrder(tx, id)).status === 'paid') await resources.transitionIn(tx, ctx, orderTransitions, id, 'process')
  const o = await lockOrder(tx, id)
  if (delivery) {
    await delivery.shipRemaining(tx, ctx, o, true)
    await delivery.markDelivered(tx, ctx, id)
  } else
    await shipUnits(
      tx,
      ctx,
      o,
      (await listUnshippedUnits(tx, id)).filter(({ quantity }) => quantity > 0),
    )
  await advance(tx, ctx, id)
  // Without the delivery plugin, only completion marks the units as delivered.
  if (!delivery && (await lockOrder(tx, id)).status === 'shipped') await resources.transitionIn(tx, ctx, orderTransitions, id, 'complete')
}

interface OpenAmount {
  id: number
  open: number
  currency: string
}

/**
 * Cash rounding: subtracts what no coin pays from an unpaid order, in minor units of its currency. Lines are reduced
 * first, then shipping. The rounding is not part of the price, so taxes stay, unless a line becomes smaller than its
 * taxes. The order must be locked.
 */
export async function roundDownTotal(tx: Tx, { id }: Pick<LockedOrder, 'id'>, amount: number, label: string): Promise<void> {
  const lines = await tx.rows<OpenAmount>(
    sql`select l.id, l.total_minor - l.refunded_minor as open, o.currency from ${orderLines} where o.id = ${id} order by l.id`,
  )
  const linesAmount = Math.min(
    amount,
    lines.reduce((sum, { open }) => sum + open, 0),
  )
  const shares = splitAmount(
    linesAmount,
    lines.map(({ open }) => open),
    lines[0]?.currency ?? '',
  )
  await tx.run(sql`update order_line l set discount_minor = l.discount_minor + s.share, total_minor = l.total_minor - s.share, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, i) => ({ id: line.id, share: shares[i] })))}::jsonb) as s(id bigint, share bigint)
    where l.id = s.id and s.share > 0`)
  await tx.run(sql`insert into order_adjustment (order_id, kind, label, amount_minor, shares)
    values (${id}, 'rounding', ${label}, ${-amount}, ${JSON.stringify(shares)}::jsonb)`)
  await tx.run(sql`with removed_taxes as (delete from order_tax t using sales_order o where o.id = ${id} and t.order_id = o.id
      and coalesce((select l.total_minor from order_line l where l.id = t.order_line_id), o.shipping_minor - ${amount - linesAmount})
        < (select sum(s.amount_minor) from order_tax s where s.order_id = o.id and s.order_line_id is not distinct from t.order_line_id)
      returning t.amount_minor)
    update sales_order set discount_minor = discount_minor + ${linesAmount}, shipping_minor = shipping_minor - ${amount - linesAmount},
    tax_minor = tax_minor - (select coalesce(sum(amount_minor), 0) from removed_taxes), total_minor = total_minor - ${amount}, base_total_minor = round((total_minor - ${amount})::numeric / exchange_rate), updated_at = now() where id = ${id}`)
  tx.invalidate('order')
}
