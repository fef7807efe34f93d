import { sql } from '#core'
import type { Goods } from '../../../catalogue/index.ts'

/** Goods that can be sold: shown, not discarded, not expired, in a warehouse that is open. `i` is the line, `w` its warehouse. */
export const sellable = sql`i.visibled and not i.is_discard and w.enabled and (i.expiry_date is null or i.expiry_date >= (select business_day()))`

/** What can be bought of stock `s` now. Null when its product `p` does not count its goods. */
export const availableSql = sql`case when p.track_inventories then coalesce((
  select sum(i.quantity - i.reserved) from inventory i join warehouse w on w.id = i.warehouse_id where i.stock_id = s.id and ${sellable})::int, 0) end`

/** How many there are, for those who show and sell stocks. */
export const goods: Goods = {
  available: availableSql,
  onHand: sql`(select coalesce(sum(i.quantity), 0)::int from inventory i where i.stock_id = s.id and i.visibled and not i.is_discard)`,
}
