import { setTimeout as wait } from 'node:timers/promises'
import type { ProductUnderTest } from 'stoa/cli'

/** Invariants of an idle shop, whatever happened to its processes. Each query answers the violating rows. */
export const invariants: Record<string, string> = {
  'every order has lines, a history and a payment attempt': `
    select o.order_number as what from sales_order o where not exists (select 1 from order_line l where l.order_id = o.id)
      or not exists (select 1 from status_history h where h.document_type = 'order' and h.document_id = o.id)
      or not exists (select 1 from payment p where p.document_type = 'order' and p.document_id = o.id)`,
  'every ordered cart has one order, and every order its cart': `
    select c.id::text as what from cart c where c.status = 'completed' and (select count(*) from sales_order o where o.cart_id = c.id) <> 1
    union all select o.order_number from sales_order o join cart c on c.id = o.cart_id where c.status <> 'completed' or c.order_id <> o.id`,
  'every reserved unit belongs to an open order': `
    select r.id::text as what from reservation r left join order_line l on l.id = r.line_id left join sales_order o on o.id = l.order_id
    where r.status = 'pending' and (o.id is null or o.status in ('canceled', 'refunded', 'completed') or r.stock_id <> l.stock_id)
    union all select l.id::text from order_line l join sales_order o on o.id = l.order_id
    where o.status not in ('canceled', 'refunded', 'shipped', 'completed')
      and l.quantity <> (select coalesce(sum(r.quantity), 0) from reservation r where r.line_id = l.id and r.status = 'pending')`,
  'the reserved units of an inventory row equal its reservations': `
    select i.id::text as what from inventory i
    where i.reserved <> (select coalesce(sum(r.quantity), 0) from reservation r where r.inventory_id = i.id and r.status = 'pending')
      or i.reserved > i.quantity or i.quantity < 0`,
  'no order was charged twice, and none is paid without its whole amount': `
    select o.order_number as what from sales_order o
    cross join lateral (select coalesce(sum(t.amount_minor), 0) as got, count(*) as times from payment p join payment_transaction t on t.payment_id = p.id
      where p.document_type = 'order' and p.document_id = o.id and t.kind = 'capture') m
    where m.times > 1 or m.got <> o.paid_minor or (o.paid_minor > 0 and o.paid_minor <> o.total_minor) or (o.status = 'paid' and o.paid_minor <> o.total_minor)`,
  'every captured amount has a webhook of the gateway and an order that counts it': `
    select t.provider_txn_id as what from payment_transaction t join payment p on p.id = t.payment_id left join sales_order o on o.id = p.document_id
    where t.kind = 'capture' and (o.id is null or o.paid_minor < t.amount_minor
      or not exists (select 1 from payment_event e where e.event_key = t.provider_txn_id || ':0'))`,
  'there are no unmatched payments': `select reason || ' ' || subject as what from money_inbox`,
}

/** Waits until all payment notifications are processed. */
export async function waitForPayments(shop: ProductUnderTest, numbers: readonly string[], seconds = 60): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(200)) {
    const [left] = await shop.rows<{ n: number }>(
      `select count(*)::int as n from sales_order where order_number = any($1) and paid_minor < total_minor`,
      [numbers],
    )
    if (left?.n === 0) return true
  }
  return false
}
