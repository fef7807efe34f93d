import { type Db, sql, token } from '#core'

/** What is on its way. */
export interface Purchasing {
  /** Units of each stock that were ordered and have not come yet; stocks without any are left out. */
  incoming(db: Db, stocks: readonly number[]): Promise<Map<number, number>>
}

export const PURCHASING = token<Purchasing>('purchasing/purchasing')

/** Open units of lines `l` of orders `o` that are on their way. */
export const openSql = sql`greatest(0, l.quantity - l.received_quantity - l.rejected_quantity - l.closed_quantity)`
export const underWaySql = sql`o.status in ('sent', 'partial_received')`

export const purchasingService: Purchasing = {
  async incoming(db, stocks) {
    const rows = await db.rows<{ stock_id: number; n: number }>(sql`
      select l.stock_id, sum(${openSql})::int as n from purchase_order_line l join purchase_order o on o.id = l.po_id
      where l.stock_id = any(${[...stocks]}::bigint[]) and ${underWaySql} group by 1`)
    return new Map(rows.filter((r) => r.n > 0).map((r) => [r.stock_id, r.n]))
  },
}
