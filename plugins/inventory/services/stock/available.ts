import { sql } from 'stoa'
import type { StockLevels } from 'stoa/plugins/catalogue'
import { isSellableSql } from './allocate-stock.ts'

/** SQL: available units of stock item `s`. Null if its product `p` does not track stock. */
export const availableSql = sql`case when p.track_inventories then coalesce((
  select sum(i.quantity - i.reserved) from inventory i join warehouse w on w.id = i.warehouse_id where i.stock_id = s.id and ${isSellableSql})::int, 0) end`

/** Stock levels for plugins that show and sell stock items. */
export const stockLevels: StockLevels = {
  available: availableSql,
  onHand: sql`(select coalesce(sum(i.quantity), 0)::int from inventory i where i.stock_id = s.id and i.visibled and not i.is_discard)`,
}
