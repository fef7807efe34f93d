import { type Kernel, sql, type Sql } from 'stoa'
import { INVENTORY } from 'stoa/plugins/inventory'
import { hasAttemptSql } from 'stoa/plugins/payments'
import { TAX_RULES } from './services/sale/tax-rules.ts'
import { orderRules } from './settings.ts'
import { findWrongSums } from './services/summed-days.ts'
import { findStockFaults } from './services/order/stock-of-lines.ts'

/** A check that finds the numbers of wrong orders. */
const findOrders =
  (wrong: Sql) =>
  async ({ db }: Kernel) =>
    (await db.rows<{ order_number: string }>(wrong)).map((r) => r.order_number)

/** Invariant checks of orders. */
export const checks = {
  'the chosen tax rule is contributed by a plugin': async (kernel: Kernel) => {
    const { tax_rule } = kernel.settings.of(orderRules)
    return tax_rule === null || kernel.contributions(TAX_RULES).has(tax_rule) ? [] : [tax_rule]
  },
  'taxes of orders add up and do not exceed the amounts that include them': findOrders(sql`
    select o.order_number from sales_order o where o.tax_minor <> (select coalesce(sum(x.amount_minor), 0) from order_tax x where x.order_id = o.id)
      or exists (select 1 from order_tax x left join order_line l on l.id = x.order_line_id where x.order_id = o.id
        group by l.id having sum(x.amount_minor) > coalesce(l.total_minor, o.shipping_minor)) limit 20`),
  'order total equals its lines and shipping': findOrders(sql`
    select o.order_number from sales_order o where o.total_minor <> o.shipping_minor + (select coalesce(sum(l.total_minor), 0) from order_line l where l.order_id = o.id) limit 20`),
  'the ledger of sales equals what was sold and refunded': findOrders(sql`
    select o.order_number from sales_order o left join lateral (
        select coalesce(sum(e.amount_minor) filter (where e.kind = 'sale'), 0) as sold, coalesce(sum(e.amount_minor) filter (where e.kind = 'refund'), 0) as refunded,
          count(*) as entries from sales_entry e where e.order_id = o.id) e on true
    where case when o.paid_at is null then e.entries > 0
      else e.sold <> o.total_minor or e.refunded <> o.refunded_minor - o.refunded_excess_minor end limit 20`),
  'the sums of past days equal the ledger of sales': async (kernel: Kernel) => findWrongSums({ kernel }),
  'an ordered cart has exactly one order': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number }>(sql`
    select c.id from cart c where c.status = 'completed' and not exists (select 1 from sales_order o where o.cart_id = c.id) limit 20`)
    ).map((r) => `cart ${r.id}`),
  'every order has a history and a payment': findOrders(sql`
    select o.order_number from sales_order o where not exists (select 1 from status_history h where h.document_type = 'order' and h.document_id = o.id)
      or (o.placed_at is not null and o.imported_from is null and o.status <> 'canceled' and o.total_minor > 0) and not ${hasAttemptSql('order', sql`o.id`)} limit 20`),
  'open reservations belong to open orders': async (kernel: Kernel) => {
    const inventory = kernel.find(INVENTORY)
    if (!inventory) return []
    const wrong = await kernel.db.rows<{ id: number }>(sql`
    select r.id from ${inventory.reservationsSql('order')} r left join sales_order o on o.id = r.document_id left join order_line l on l.id = r.line_id
    where l.id is null or o.id is null or o.status in ('canceled', 'refunded', 'completed') or (o.status = 'shipped' and l.handover = 'sent') limit 20`)
    return wrong.map((r) => `reservation ${r.id}`)
  },
  'order lines reserve the units owed and booked out the units handed over (repair with `stoa stock repair`)': async (kernel: Kernel) =>
    (await findStockFaults(kernel.db, kernel, { limit: 20 })).map(
      (l) =>
        `${l.order_number}, line ${l.line_id}: ${l.reserved} reserved of ${l.owed} owed, ${l.consumed} booked out of ${l.handed_over} handed over`,
    ),
}
