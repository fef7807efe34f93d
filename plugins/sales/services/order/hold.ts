import { type Ctx, sql, type Sql, type Tx } from '#core'
import { settleAll } from '../sale/taken-off.ts'
import { type HeldLine, hold, release } from '../sale/kinds.ts'
import { documentOf } from './head.ts'

/** Units of lines that still have to be handed over. */
const openLines = (tx: Tx, id: number): Promise<HeldLine[]> =>
  tx.rows<HeldLine>(sql`
    select id, kind, subject_id, quantity - shipped_quantity - canceled_quantity as quantity
    from order_line where order_id = ${id} and quantity > shipped_quantity + canceled_quantity order by id`)

/**
 * Holds what an order still has to hand over and does not hold yet: when it is placed, paid late, or taken back out of trouble.
 * @throws Failed OUT_OF_STOCK
 */
export const holdGoods = async (tx: Tx, ctx: Ctx, id: number): Promise<void> =>
  hold(tx, ctx, documentOf({ id }), await openLines(tx, id), true)

/** Until when the goods of an order wait for its money, at least; part of an update. Once some of it came, nothing runs out. */
export const heldUntil = (until: Sql): Sql =>
  sql`case when paid_minor > refunded_minor then null else greatest(hold_expires_at, ${until}) end`

/** Lets go of all an order holds, and gives back what was taken off its price. Its status says already what became of it. */
export async function letGo(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await release(tx, ctx, documentOf({ id }))
  await settleAll(tx, ctx, id)
}
