import { type Db, type Kernel, sql } from 'stoa'
import { isTrackedSql } from 'stoa/plugins/catalogue'
import { INVENTORY } from 'stoa/plugins/inventory'
import { DELIVERY } from './delivery.ts'
import { owedUnitsSql } from './reserve-stock.ts'

/** An order line with its units in the inventory ledger, and what they should be. */
export interface StockOfLine {
  order_id: number
  order_number: string
  line_id: number
  stock_id: number
  /** Units reserved now, and units owed: ordered, and neither handed over nor canceled. */
  reserved: number
  owed: number
  /** Units booked out as sold, and units handed over; lost shipments count too. */
  consumed: number
  handed_over: number
}

/**
 * Lines whose stock in the ledger differs from the order, of one order or of all, in order of the orders. It skips
 * lines that never had a reservation, such as untracked items at the time. It also skips missing stock of items that
 * are untracked now, and of orders under review, which reserve again when they are resumed.
 */
export async function findStockFaults(
  db: Db,
  kernel: Kernel,
  { order = null, limit = null }: { order?: number | null; limit?: number | null } = {},
): Promise<StockOfLine[]> {
  const inventory = kernel.find(INVENTORY)
  if (!inventory) return []
  // Without the delivery plugin, lost shipments are unknown: no more than the units handed over is expected.
  const lost = kernel.find(DELIVERY)?.lostUnitsSql(sql`l.id`) ?? sql`greatest(0, u.consumed - l.shipped_quantity)`
  return db.rows<StockOfLine>(sql`select order_id, order_number, line_id, stock_id, reserved, owed, consumed, handed_over from (
      select o.id as order_id, o.order_number, l.id as line_id, u.stock_id, u.reserved, u.consumed,
        ${isTrackedSql(sql`u.stock_id`)} as counted, o.status = 'abnormal' as abnormal,
        case when o.status in ('draft', 'canceled', 'refunded') then 0 else ${owedUnitsSql} end as owed,
        case when l.handover = 'sent' then l.shipped_quantity + ${lost}
          when o.completed_at is null then 0
          else least(greatest(u.consumed, l.quantity - l.canceled_quantity), l.quantity) end as handed_over
      from ${inventory.unitsByLineSql('order')} u join order_line l on l.id = u.line_id join sales_order o on o.id = l.order_id
      where ${order}::bigint is null or o.id = ${order}::bigint) x
    where reserved > owed or consumed > handed_over or counted and (reserved < owed and not abnormal or consumed < handed_over)
    order by order_id, line_id limit ${limit}::int`)
}
