import { sql, type Kernel } from 'stoa'
import { movedUnitsSql } from 'stoa/plugins/inventory'

/** Invariants of purchasing: received quantities of lines equal their receipts, and the status of an order matches its lines. */
export const checks = {
  'received units equal receipts': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; number: string }>(sql`
    select l.id, o.number from purchase_order_line l join purchase_order o on o.id = l.po_id
    left join (select po_line_id, sum(accepted)::int as accepted, sum(rejected)::int as rejected from goods_receipt_line group by 1) r on r.po_line_id = l.id
    where l.received_quantity <> coalesce(r.accepted, 0) or l.rejected_quantity <> coalesce(r.rejected, 0) order by l.id limit 20`)
    ).map((r) => `${r.number}, line ${r.id}`),
  'accepted units equal movements': async ({ db }: Kernel) =>
    (
      await db.rows<{ number: string; stock_id: number }>(sql`
    select g.number, r.stock_id from goods_receipt g join goods_receipt_line r on r.receipt_id = g.id group by g.id, g.number, r.stock_id
    having sum(r.accepted) <> ${movedUnitsSql('goods_receipt', sql`g.id`, sql`r.stock_id`)} limit 20`)
    ).map((r) => `${r.number}, stock ${r.stock_id}`),
  'order totals equal their lines': async ({ db }: Kernel) =>
    (
      await db.rows<{ number: string }>(sql`
    select o.number from purchase_order o where o.total_minor <> o.subtotal_minor - o.discount_minor + o.freight_minor
      or o.subtotal_minor <> (select coalesce(sum(l.unit_cost_minor * l.quantity - l.discount_minor), 0) from purchase_order_line l where l.po_id = o.id) limit 20`)
    ).map((r) => r.number),
  'received orders wait for nothing': async ({ db }: Kernel) =>
    (
      await db.rows<{ number: string }>(sql`
    select distinct o.number from purchase_order o join purchase_order_line l on l.po_id = o.id where o.status in ('received', 'completed')
      and l.quantity > l.received_quantity + l.rejected_quantity + l.closed_quantity limit 20`)
    ).map((r) => r.number),
}
