import { type Kernel, sql } from '#core'
import { orderLines } from '../sales/index.ts'

/** Invariants of money that goes back. */
export const checks = {
  'refunds equal what lines promise': async ({ db }: Kernel) =>
    (
      await db.rows<{ order_number: string; id: number }>(sql`
    select o.order_number, l.id from ${orderLines}
    where l.refunded_minor <> coalesce((select sum(x.amount_minor) from refund_line x join refund r on r.id = x.refund_id
      where x.order_line_id = l.id and r.status not in ('rejected', 'canceled')), 0) limit 20`)
    ).map((r) => `${r.order_number}, line ${r.id}`),
}
