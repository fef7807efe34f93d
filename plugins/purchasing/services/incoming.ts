import { type Db, sql, token } from 'stoa'
import { stocksSql } from 'stoa/plugins/catalogue'
import type { Incoming } from '../api-types.ts'

/** Service for incoming stock. */
export interface Purchasing {
  /** Incoming units by stock; stocks without any are left out. */
  incoming(db: Db, stocks: readonly number[]): Promise<Map<number, number>>
}

export const PURCHASING = token<Purchasing>('purchasing/purchasing')

/** Outstanding units of lines `l` of placed orders `o`. */
export const openSql = sql`greatest(0, l.quantity - l.received_quantity - l.rejected_quantity - l.closed_quantity)`
export const underWaySql = sql`o.status in ('sent', 'partial_received')`
/** Condition for orders `o` that are not sent yet: drafts, pending and approved ones. */
export const plannedSql = sql`o.status in ('draft', 'pending', 'approved')`

const MOST = 200

/** Incoming units of a product or of some stocks, by order, earliest expected date first. */
export const readIncoming = (db: Db, filter: { product: number } | { stocks: readonly number[] }): Promise<Incoming[]> =>
  db.rows<Incoming>(sql`
    select s.id as stock_id, s.sku, o.id as po_id, o.number, o.expected_at, ${openSql} as quantity
    from ${stocksSql} join purchase_order_line l on l.stock_id = s.id join purchase_order o on o.id = l.po_id
    where ${'product' in filter ? sql`s.product_id = ${filter.product}` : sql`s.id = any(${[...filter.stocks]}::bigint[])`} and ${underWaySql} and ${openSql} > 0
    order by o.expected_at nulls last, o.id, s.id limit ${MOST}`)

export const purchasingService: Purchasing = {
  async incoming(db, stocks) {
    const rows = await db.rows<{ stock_id: number; n: number }>(sql`
      select l.stock_id, sum(${openSql})::int as n from purchase_order_line l join purchase_order o on o.id = l.po_id
      where l.stock_id = any(${[...stocks]}::bigint[]) and ${underWaySql} group by 1`)
    return new Map(rows.filter((r) => r.n > 0).map((r) => [r.stock_id, r.n]))
  },
}
