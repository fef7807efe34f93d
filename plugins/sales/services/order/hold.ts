import { type Ctx, sql, type Tx } from '#core'
import { STOCKROOM } from '../../../catalogue/index.ts'
import { documentOf } from './head.ts'

interface Open {
  line_id: number
  stock_id: number
  quantity: number
}

/**
 * Holds what an order still has to hand over and does not hold yet: when it is placed, paid late, or taken back out of trouble.
 * @throws Failed OUT_OF_STOCK
 */
export async function holdGoods(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const open = await tx.rows<Open>(sql`
    select l.id as line_id, l.stock_id, l.quantity - l.shipped_quantity - l.canceled_quantity - coalesce((select sum(r.quantity)::int from reservation r
      where r.document_type = 'order' and r.document_id = ${id} and r.line_id = l.id and r.status = 'pending'), 0) as quantity
    from order_line l where l.order_id = ${id} and l.stock_id is not null order by l.id`)
  const missing = open.filter((l) => l.quantity > 0)
  if (missing.length > 0) await ctx.kernel.get(STOCKROOM).reserve(tx, documentOf({ id }), missing)
}

/** Lets go of all an order holds. */
export const letGo = (tx: Tx, ctx: Ctx, id: number): Promise<void> => ctx.kernel.get(STOCKROOM).release(tx, documentOf({ id }))
