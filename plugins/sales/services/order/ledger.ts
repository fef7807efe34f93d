import { type Ctx, type Db, basic, type Sql, sql } from 'stoa'
import type { TransferAmounts } from 'stoa/plugins/content'

/** Who may earn from a paid order, and when it was paid and completed: days such as `2026-11-30` of the business. */
export interface LedgerOrder {
  id: number
  order_number: string
  person_id: number | null
  seller_admin_id: number | null
  store_id: number | null
  paid_on: string
  completed_on: string | null
}

/** An entry of the ledger of sales about goods. Amounts in minor units of the base currency; a refund has none of the line when it names none. */
export interface LedgerEntry {
  id: number
  day: string
  kind: 'sale' | 'refund'
  line_id: number | null
  product_id: number | null
  gross: number
  net: number
  cost: number | null
}

const dayIn = (zone: string, at: Sql): Sql => sql`to_char(${at} at time zone ${zone}::text, 'YYYY-MM-DD')`

/** A paid order of this shop; undefined for one that is not paid, was imported, or does not exist. */
export function readLedgerOrder(db: Pick<Db, 'one'>, { kernel }: Pick<Ctx, 'kernel'>, orderId: number): Promise<LedgerOrder | undefined> {
  const { time_zone: zone } = kernel.settings.of(basic)
  return db.one<LedgerOrder>(sql`
    select o.id, o.order_number, o.person_id, o.seller_admin_id, o.store_id, ${dayIn(zone, sql`o.paid_at`)} as paid_on,
      case when o.status in ('completed', 'refunded') then ${dayIn(zone, sql`o.completed_at`)} end as completed_on
    from sales_order o where o.id = ${orderId} and o.paid_at is not null and o.imported_from is null`)
}

/** The entries of an order about goods, in the order of posting. */
export const readLedgerEntries = (db: Pick<Db, 'rows'>, orderId: number): Promise<LedgerEntry[]> =>
  db.rows<LedgerEntry>(sql`
    select e.id, to_char(e.day, 'YYYY-MM-DD') as day, e.kind, e.order_line_id as line_id, e.product_id, e.gross_minor as gross, e.net_minor as net,
      e.cost_minor as cost
    from sales_entry e where e.order_id = ${orderId} and (e.gross_minor <> 0 or e.net_minor <> 0) order by e.id`)

/**
 * SQL: a query of the orders of this shop that were paid, changed, refunded or completed in the last days, with their newest entry.
 * Columns: `order_id`, `last_id`, `is_completed`.
 */
export const recentLedgerOrdersSql = (days: number): Sql => sql`
  select o.id as order_id, max(e.id) as last_id, bool_or(o.status in ('completed', 'refunded') and o.completed_at is not null) as is_completed
  from sales_order o join sales_entry e on e.order_id = o.id and (e.gross_minor <> 0 or e.net_minor <> 0)
  where o.imported_from is null and o.paid_at is not null and o.updated_at >= now() - make_interval(days => ${days}::int) group by o.id`

/**
 * SQL: a query of what the ledger has of each order of this shop and day between two days, without imported orders. Columns: `id` (numeric and
 * unique), `day`, `order_id`, `order_number`, `orders` (1 on the day the order was paid), `net` and `refund` in minor units of the base currency.
 */
export const ledgerOrderDaysSql = (from: Sql, to: Sql): Sql => sql`
  select max(e.id) as id, e.day, e.order_id, o.order_number, sum(e.orders)::int as orders,
    coalesce(sum(e.net_minor) filter (where e.kind = 'sale'), 0)::bigint as net,
    coalesce(sum(e.net_minor) filter (where e.kind = 'refund'), 0)::bigint as refund
  from sales_entry e join sales_order o on o.id = e.order_id
  where o.imported_from is null and e.day between ${from}::date and ${to}::date group by e.day, e.order_id, o.order_number`

/** What the orders of landing pages were worth. */
export const orderAmounts: TransferAmounts = {
  amountsSql: ({ from, to }) =>
    sql`select d.id, d.day, d.order_id::text as ref, d.orders, d.net, d.refund from (${ledgerOrderDaysSql(sql`${from}`, sql`${to}`)}) d`,
}
