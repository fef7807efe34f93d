import { type Ctx, raw, sql, type Sql } from 'stoa'

/** Days that a run of the job sums at most. The next run continues. */
const MOST_DAYS = 400

const columns = raw('orders, quantity, refunded_quantity, gross, discount, net, refund, shipping, cost, kept')

/** SQL: the columns that are summed, of entries `e`. */
const sumsSql = sql`sum(case when e.kind = 'sale' then e.orders else 0 end)::int as orders,
  sum(case when e.kind = 'sale' then e.quantity else 0 end)::int as quantity, sum(case when e.kind = 'refund' then e.quantity else 0 end)::int as refunded_quantity,
  sum(e.gross_minor)::bigint as gross, sum(e.discount_minor)::bigint as discount, sum(case when e.kind = 'sale' then e.net_minor else 0 end)::bigint as net,
  sum(case when e.kind = 'refund' then e.net_minor else 0 end)::bigint as refund,
  sum(case when e.kind = 'sale' then e.shipping_minor else -e.shipping_minor end)::bigint as shipping,
  sum(case when e.kind = 'sale' then e.cost_minor else -e.cost_minor end)::bigint as cost,
  sum(case when e.kind = 'sale' then e.net_minor else -e.net_minor end)::bigint as kept`

/** SQL: the sums of the ledger by day, store and currency, and by day, product and stock. `days` is a condition on entries `e`. */
const storeSumsSql = (
  days: Sql,
) => sql`select e.day, o.store_id, e.currency, ${sumsSql} from sales_entry e join sales_order o on o.id = e.order_id
  where ${days} group by 1, 2, 3`
const productSumsSql = (days: Sql) => sql`select e.day, e.product_id, e.stock_id, ${sumsSql} from sales_entry e
  where e.product_id is not null and ${days} group by 1, 2, 3`

/** SQL: the sums of a period. Days that are not summed yet, such as today, are summed from the ledger, so the result is the same. */
const readSumsSql = (table: Sql, sumEntries: (days: Sql) => Sql, from: string, to: string): Sql => sql`
  select s.* from ${table} s join sales_summed_day ready using (day) where s.day between ${from}::date and ${to}::date
  union all ${sumEntries(sql`e.day = any(array(select g::date from generate_series(${from}::date, ${to}::date, interval '1 day') g
    where not exists (select from sales_summed_day r where r.day = g::date)))`)}`

/** SQL: sums of a period by `day`, `store_id` and `currency`. */
export const readStoreSumsSql = (from: string, to: string): Sql => readSumsSql(sql`sales_store_day`, storeSumsSql, from, to)

/** SQL: sums of a period by `day`, `product_id` and `stock_id`. */
export const readProductSumsSql = (from: string, to: string): Sql => readSumsSql(sql`sales_product_day`, productSumsSql, from, to)

/** Sums the days that are over and have no sums, the oldest first, each in a transaction of its own. Safe to run twice at once. */
export async function sumPastDays({ kernel }: Ctx): Promise<void> {
  const days = await kernel.db.rows<{ day: string }>(sql`
    select to_char(g, 'YYYY-MM-DD') as day from generate_series((select min(day) from sales_entry), business_day() - 1, interval '1 day') g
    where not exists (select from sales_summed_day r where r.day = g::date) order by g limit ${MOST_DAYS}`)
  for (const { day } of days)
    await kernel.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(sales_day_lock(${day}::date))`)
      const isSummed = await tx.one(sql`select 1 from sales_summed_day where day = ${day}::date`)
      if (isSummed) return
      await tx.run(sql`delete from sales_store_day where day = ${day}::date`)
      await tx.run(sql`delete from sales_product_day where day = ${day}::date`)
      const isOfDay = sql`e.day = ${day}::date`
      await tx.run(sql`insert into sales_store_day (day, store_id, currency, ${columns}) ${storeSumsSql(isOfDay)}`)
      await tx.run(sql`insert into sales_product_day (day, product_id, stock_id, ${columns}) ${productSumsSql(isOfDay)}`)
      await tx.run(sql`insert into sales_summed_day (day) values (${day}::date)`)
    })
}

/** Days whose sums differ from the ledger, for the checks of the plugin. */
export async function findWrongSums({ kernel }: Pick<Ctx, 'kernel'>): Promise<string[]> {
  const summed = sql`e.day in (select day from sales_summed_day)`
  const differencesSql = (table: Sql, entries: Sql) =>
    sql`(select day from ((table ${table} except all (${entries})) union all ((${entries}) except all table ${table})) x join sales_summed_day using (day))`
  const rows = await kernel.db.rows<{ day: string }>(sql`
    select distinct to_char(day, 'YYYY-MM-DD') as day from (
      ${differencesSql(sql`sales_store_day`, storeSumsSql(summed))} union all ${differencesSql(sql`sales_product_day`, productSumsSql(summed))}) x order by 1 limit 20`)
  return rows.map(({ day }) => day)
}
