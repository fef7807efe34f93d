import { sql, type Tx } from 'stoa'

/**
 * Recomputes the counters of a rule from its usages. The caller has updated the rule row, so concurrent orders wait: they hold a share lock
 * on it until they commit.
 */
export async function recount(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`delete from promotion_counter where kind in ('rule', 'person') and ref = ${id}`)
  await tx.run(sql`
    insert into promotion_counter (kind, ref, who, used, spent_minor)
    select 'rule', p.id, '', count(u.id), coalesce(sum(u.amount_minor), 0) from promotion p
      left join promotion_usage u on u.promotion_id = p.id and u.released_at is null
    where p.id = ${id} and (p.usage_limit is not null or p.budget_minor is not null) group by p.id
    union all
    select 'person', p.id, w, count(*), 0 from promotion p
      join promotion_usage u on u.promotion_id = p.id and u.released_at is null, unnest(u.who) w
    where p.id = ${id} and p.usage_per_customer is not null group by p.id, w`)
}

/** Recomputes the counters of a code. */
export async function recountCode(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`delete from promotion_counter where kind = 'code' and ref = ${id}`)
  await tx.run(sql`
    insert into promotion_counter (kind, ref, who, used)
    select 'code', k.id, '', count(u.id) from coupon k left join promotion_usage u on u.coupon_id = k.id and u.released_at is null
    where k.id = ${id} and k.usage_limit is not null group by k.id`)
}
