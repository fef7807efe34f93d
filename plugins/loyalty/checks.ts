import { type Kernel, sql, type Sql } from 'stoa'

const people = async ({ db }: Kernel, query: Sql): Promise<string[]> =>
  (await db.rows<{ id: number }>(query)).map(({ id }) => `person ${id}`)

/** Invariants of points. */
export const checks = {
  'the balance of points is the sum of its entries and of its lots': (kernel: Kernel) =>
    people(
      kernel,
      sql`select a.person_id as id from points_account a
        where a.balance <> (select coalesce(sum(points), 0) from points_entry e where e.person_id = a.person_id)
          or a.balance <> (select coalesce(sum(remaining), 0) from points_lot l where l.person_id = a.person_id) limit 20`,
    ),
  'each entry of points says the balance that came of it': (kernel: Kernel) =>
    people(
      kernel,
      sql`select distinct id from (select person_id as id, balance_after, sum(points) over (partition by person_id order by id) as sum from points_entry) e
        where balance_after <> sum limit 20`,
    ),
  'an order holds as many points as it took and did not give back': (kernel: Kernel) =>
    people(
      kernel,
      sql`select p.person_id as id from points_of_order p
        where p.spent - p.returned + p.redeemed - p.unredeemed <> (select coalesce(sum(points), 0) from points_in_order i where i.order_id = p.order_id) limit 20`,
    ),
  'goods are given for as many points as their order took for them': (kernel: Kernel) =>
    people(
      kernel,
      sql`select p.person_id as id from points_of_order p
        where p.redeemed <> (select coalesce(sum(points), 0) from redemption r where r.order_id = p.order_id) limit 20`,
    ),
}
