import { type Ctx, record, sql, type Tx } from '#core'
import { documentOf } from '../order/head.ts'
import { historySql } from './write.ts'

/** What an order goes through that is paid and handed over the moment it is written. */
const steps = [
  ['pending', 'paid'],
  ['paid', 'shipped'],
  ['shipped', 'completed'],
] as const

/**
 * Takes an order that was written in this transaction to its end at once: all of it is paid, and all of it left. Its row, its lines, its
 * history and the audit log say what its moves one by one would have made them say, and the same is told to others.
 */
export async function writeSold(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  tx.touch('order')
  for (const news of ['order.paid', 'order.shipped', 'order.completed'] as const) tx.emit(news, { orderId: id }, documentOf({ id }))
  await Promise.all([
    tx.run(
      sql`
      with o as (update sales_order set status = 'completed', paid_minor = total_minor, paid_at = now(), shipped_at = now(), completed_at = now(),
          hold_expires_at = null, units_shipped = units_total, units_received = units_total, version = version + ${steps.length}::int, updated_at = now()
          where id = ${id} and status = 'pending' and paid_minor = 0 returning id),
        sent as (update order_line l set shipped_quantity = l.quantity, updated_at = now() from o where l.order_id = o.id)
      ${historySql(
        ctx,
        sql`select o.id, s.a, s.b from o, jsonb_to_recordset(${JSON.stringify(steps.map(([a, b], n) => ({ a, b, n })))}::jsonb) as s(a text, b text, n int) order by s.n`,
      )}`,
      'sales.order-sold',
    ),
    record(
      tx,
      ctx,
      ...steps.map(([old, next]) => ({
        resource: 'order',
        rowId: id,
        verb: 'status',
        changes: [{ field: 'status', old, new: next }],
      })),
    ),
  ])
}
