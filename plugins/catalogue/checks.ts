import { sql, type Kernel } from '#core'
import { sellable } from './services/goods/sellable.ts'

/** Invariants of the goods: the ledger explains every unit, and everything held belongs to somebody. */
export const checks = {
  'quantity equals the sum of movements': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; quantity: number; moved: number }>(sql`
    select i.id, i.quantity, coalesce(sum(m.quantity), 0)::int as moved from inventory i left join inventory_movement m on m.inventory_id = i.id
    group by i.id having i.quantity <> coalesce(sum(m.quantity), 0) order by i.id limit 20`)
    ).map((r) => `inventory ${r.id}: ${r.quantity} on the shelf, ${r.moved} in the ledger`),
  'held units equal open reservations': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; reserved: number; held: number }>(sql`
    select i.id, i.reserved, coalesce(sum(r.quantity), 0)::int as held from inventory i left join reservation r on r.inventory_id = i.id and r.status = 'pending'
    group by i.id having i.reserved <> coalesce(sum(r.quantity), 0) order by i.id limit 20`)
    ).map((r) => `inventory ${r.id}: ${r.reserved} held, ${r.held} reserved`),
  'lists show products as they are': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number }>(sql`
    select p.id from product p left join product_shelf x on x.product_id = p.id
    where x.product_id is null or x.shown <> (p.visibled and p.deleted_at is null)
      or x.lowest_minor is distinct from (select min(least(s.price_minor, s.special_price_minor)) from stock s where s.product_id = p.id and s.visibled)
      or x.in_stock <> (not p.track_inventories or exists (select 1 from stock s join inventory i on i.stock_id = s.id join warehouse w on w.id = i.warehouse_id
        where s.product_id = p.id and s.visibled and i.quantity > i.reserved and ${sellable}))
    order by p.id limit 20`)
    ).map((r) => `product ${r.id}: its line in product_shelf is not what its stocks say`),
}
