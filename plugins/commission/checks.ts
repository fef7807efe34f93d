import { type Kernel, sql, type Sql } from 'stoa'

const list = async ({ db }: Kernel, query: Sql): Promise<string[]> => (await db.rows<{ name: string }>(query)).map(({ name }) => name)

/** Invariants of commissions. Specification backoffice 2.10. */
export const checks = {
  'the total of a settlement is the sum of its entries': (kernel: Kernel) =>
    list(
      kernel,
      sql`select t.number as name from commission_settlement t
        left join (select settlement_id, sum(amount_minor) as amount from commission_entry where status <> 'canceled' group by 1) e on e.settlement_id = t.id
        where t.total_minor <> coalesce(e.amount, 0) order by t.id limit 20`,
    ),
  'the entries of a settlement belong to its account and have its status': (kernel: Kernel) =>
    list(
      kernel,
      sql`select e.id::text as name from commission_entry e join commission_settlement t on t.id = e.settlement_id
        where e.status <> 'canceled' and (e.admin_id <> t.admin_id or e.currency <> t.currency or t.status = 'canceled'
          or e.status <> case t.status when 'approved' then 'approved' when 'paid' then 'paid' else 'pending' end) order by e.id limit 20`,
    ),
  'the shares of an order total 100 %': (kernel: Kernel) =>
    list(
      kernel,
      sql`select o.order_number as name from commission_order o join commission_share s on s.commission_order_id = o.id
        group by o.id having sum(s.share_percent) <> 100 order by o.id limit 20`,
    ),
  'no line of an order has more commission reversed than earned': (kernel: Kernel) =>
    list(
      kernel,
      sql`select order_number || ' ' || order_item_id as name from commission_entry where source_type = 'sales_entry' and status <> 'canceled'
        group by order_number, order_item_id, admin_id, seller_admin_id, group_id, coalesce(reverses, kind)
        having sum(base_amount_minor) < 0 order by 1 limit 20`,
    ),
  'what a settlement carries forward adds up to nothing': (kernel: Kernel) =>
    list(
      kernel,
      sql`select source_id::text as name from commission_entry where group_id is null and source_type in ('settlement', 'carry') and status <> 'canceled'
        group by source_id having sum(amount_minor) <> 0 order by 1 limit 20`,
    ),
}
