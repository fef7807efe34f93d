import { sql, type Kernel } from 'stoa'

/** Invariant checks of stock: the ledger explains every unit, and every reservation belongs to a document. */
export const checks = {
  'quantity equals the sum of movements': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; quantity: number; moved: number }>(sql`
    select i.id, i.quantity, coalesce(sum(m.quantity), 0)::int as moved from inventory i left join inventory_movement m on m.inventory_id = i.id
    group by i.id having i.quantity <> coalesce(sum(m.quantity), 0) order by i.id limit 20`)
    ).map((r) => `inventory ${r.id}: ${r.quantity} recorded, ${r.moved} in the ledger`),
  'reserved units equal open reservations': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; reserved: number; in_reservations: number }>(sql`
    select i.id, i.reserved, coalesce(sum(r.quantity), 0)::int as in_reservations from inventory i left join reservation r on r.inventory_id = i.id and r.status = 'pending'
    group by i.id having i.reserved <> coalesce(sum(r.quantity), 0) order by i.id limit 20`)
    ).map((r) => `inventory ${r.id}: ${r.reserved} reserved, ${r.in_reservations} in reservations`),
  'units booked out as sold equal consumed reservations': async ({ db }: Kernel) =>
    (
      await db.rows<{ type: string; id: number; line: number; moved: number; consumed: number }>(sql`
    select document_type as type, document_id as id, inventory_id as line, sum(moved)::int as moved, sum(consumed)::int as consumed from (
      select document_type, document_id, inventory_id, -quantity as moved, 0 as consumed from inventory_movement where type = 'sale' and document_id is not null
      union all select document_type, document_id, inventory_id, 0, quantity from reservation where status = 'completed') x
    group by 1, 2, 3 having sum(moved) <> sum(consumed) order by 2, 3 limit 20`)
    ).map((r) => `${r.type} ${r.id}, inventory ${r.line}: ${r.moved} booked out, ${r.consumed} in consumed reservations`),
}
