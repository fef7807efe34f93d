import { sql, type Kernel } from 'stoa'
import { effectiveSql } from './services/price/price-to-pay.ts'
import { availableSql, isCounted } from './services/read/stock-levels.ts'

/** Invariant checks of the catalogue: the listing index agrees with the stock items. */
export const checks = {
  'lists show products as they are': async (kernel: Kernel) =>
    (
      await kernel.db.rows<{ id: number }>(sql`
    select p.id from product p left join product_shelf x on x.product_id = p.id
    where x.product_id is null or x.shown <> (p.visibled and p.deleted_at is null)
      or x.lowest_minor is distinct from (select min(${effectiveSql}) from stock s where s.product_id = p.id and s.visibled)
        and (x.reprice_at is null or x.reprice_at > now())
      or x.in_stock <> (not p.track_inventories or exists (select 1 from stock s where s.product_id = p.id and s.visibled and ${availableSql(kernel)} > 0))
        and ${isCounted(kernel)}
    order by p.id limit 20`)
    ).map((r) => `product ${r.id}: its line in product_shelf is not what its stocks say`),
}
