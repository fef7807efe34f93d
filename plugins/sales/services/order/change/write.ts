import { sql, type Sql, type Tx } from 'stoa'
import { getAmount } from '../../sale/adjustment-providers.ts'
import { addOrderParts } from '../write.ts'
import type { ChangePlan } from './plan.ts'

const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`

/** Writes an order as planned. Units are released before and reserved after. The order must be locked. */
export async function writePlan(tx: Tx, id: number, plan: ChangePlan): Promise<void> {
  const { contact, method } = plan
  await tx.run(sql`update sales_order set subtotal_minor = ${plan.subtotal}, discount_minor = ${plan.discount}, shipping_minor = ${plan.shipping},
    tax_minor = ${plan.tax}, total_minor = ${plan.total}, base_total_minor = round(${plan.total}::numeric / exchange_rate),
    first_name = ${contact.first_name}, last_name = ${contact.last_name}, country_code = ${contact.country_code}, phone = ${contact.phone},
    shipping_method_id = ${method.id}, shipping_title = ${method.title}, shipping_address = ${plan.shippingAddress && JSON.stringify(plan.shippingAddress)}::jsonb,
    billing_address = ${plan.billingAddress && JSON.stringify(plan.billingAddress)}::jsonb, pickup = ${plan.pickup && JSON.stringify(plan.pickup)}::jsonb,
    version = version + 1, updated_at = now() where id = ${id}`)
  const remainingLines = plan.lines.filter(({ quantity }) => quantity > 0)
  await tx.run(sql`update order_line l set quantity = p.quantity, discount_minor = p.discount, total_minor = p.total, updated_at = now()
    from jsonb_to_recordset(${json(remainingLines)}) as p(id bigint, quantity int, discount bigint, total bigint)
    where l.id = p.id and l.order_id = ${id} and (l.quantity, l.discount_minor, l.total_minor) is distinct from (p.quantity, p.discount, p.total)`)
  const carried = plan.carried.map((adjustment) => ({
    ...adjustment,
    after: getAmount({ shares: adjustment.shares, shipping: adjustment.shipping }),
  }))
  await tx.run(sql`with t as (delete from order_tax where order_id = ${id})
    update order_adjustment a set shares = c.shares, amount_minor = -c.after, released_minor = a.released_minor + c.before - c.after
    from jsonb_to_recordset(${json(carried)}) as c(id bigint, shares jsonb, before bigint, after bigint) where a.id = c.id and a.order_id = ${id}`)
  await addOrderParts(tx, id, { ...plan, lines: remainingLines })
}

/** Deletes lines without units. @returns false if a shipment, return or refund references one. */
export async function removeLines(tx: Tx, id: number, { lines }: ChangePlan): Promise<boolean> {
  const removedIds = lines.filter(({ quantity }) => quantity === 0).map((line) => line.id)
  if (removedIds.length === 0) return true
  try {
    await tx.savepoint(() => tx.run(sql`delete from order_line where order_id = ${id} and id = any(${removedIds}::bigint[])`))
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}
