import { type Kernel, sql, type Sql } from 'stoa'

const named = async (kernel: Kernel, query: Sql): Promise<string[]> =>
  (await kernel.db.rows<{ name: string }>(query)).map(({ name }) => name)

const used = (condition: Sql) => sql`(select count(*) from promotion_usage u where ${condition} and u.released_at is null)`
const ofRule = sql`u.promotion_id = p.id`
const spent = sql`(select coalesce(sum(u.amount_minor), 0) from promotion_usage u where ${ofRule} and u.released_at is null)`

/** Invariants of promotions. */
export const checks = {
  'no rule is used more often, and no budget spent further, than it says': (kernel: Kernel) =>
    named(kernel, sql`select p.id::text as name from promotion p where ${used(ofRule)} > p.usage_limit or ${spent} > p.budget_minor`),
  'counters of limited rules say what was used of them': (kernel: Kernel) =>
    named(
      kernel,
      sql`select p.id::text as name from promotion p join promotion_counter c on c.kind = 'rule' and c.ref = p.id
        where c.used <> ${used(ofRule)} or c.spent_minor <> ${spent}`,
    ),
  'no code is used more often than it says': (kernel: Kernel) =>
    named(kernel, sql`select k.code as name from coupon k where ${used(sql`u.coupon_id = k.id`)} > k.usage_limit`),
}
