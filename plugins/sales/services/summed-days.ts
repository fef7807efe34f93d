import { type Ctx, id, join, type Period, sql, type Sql } from 'stoa'

/** Days that a run of the job sums at most. The next run continues. */
const MOST_DAYS = 400

/** SQL: what an entry `e` of the ledger adds to the sums. Sales and refunds have columns of their own. */
export const entryValues = {
  entries: sql`1`,
  orders: sql`case when e.kind = 'sale' then e.orders else 0 end`,
  quantity: sql`case when e.kind = 'sale' then e.quantity else 0 end`,
  refunded_quantity: sql`case when e.kind = 'refund' then e.quantity else 0 end`,
  gross: sql`e.gross_minor`,
  discount: sql`e.discount_minor`,
  net: sql`case when e.kind = 'sale' then e.net_minor else 0 end`,
  refund: sql`case when e.kind = 'refund' then e.net_minor else 0 end`,
  shipping: sql`case when e.kind = 'sale' then e.shipping_minor else -e.shipping_minor end`,
  cost: sql`case when e.kind = 'sale' then e.cost_minor else -e.cost_minor end`,
}

/** A table of sums of the ledger, by day and its keys. */
export interface SumTable {
  table: string
  /** SQL by column: of entries `e` and their orders `o`. A trigger of the migration must name the columns of orders. */
  keys: Readonly<Record<string, Sql>>
}

const ofSale = {
  store_id: sql`o.store_id`,
  currency: sql`e.currency`,
  source: sql`o.source`,
  payment_title: sql`o.payment_title`,
}

/** Sums by store, currency, channel and payment method: a few rows for each day. */
export const storeSums: SumTable = { table: 'sales_store_day', keys: ofSale }

const ofProduct = { product_id: sql`e.product_id`, stock_id: sql`e.stock_id` }

/** Sums by product and stock. Shipping and the number of orders belong to no product. */
export const productSums: SumTable = { table: 'sales_product_day', keys: ofProduct }

/** The same, by store and channel too. */
export const productStoreSums: SumTable = {
  table: 'sales_product_store_day',
  keys: { ...ofProduct, store_id: ofSale.store_id, source: ofSale.source },
}

/** Sums by order, with its buyer, seller and time of payment. */
export const orderSums: SumTable = {
  table: 'sales_order_day',
  keys: {
    order_id: sql`e.order_id`,
    ...ofSale,
    seller_admin_id: sql`o.seller_admin_id`,
    customer_id: sql`o.customer_id`,
    person_id: sql`o.person_id`,
    paid_at: sql`o.paid_at`,
  },
}

const sumTables = [storeSums, productSums, productStoreSums, orderSums]

const listStoredColumns = ({ keys }: SumTable): string[] => ['day', ...Object.keys(keys), ...Object.keys(entryValues)]

/** The columns that `readSumsSql` returns. */
export const listSumColumns = (table: SumTable): string[] => [...listStoredColumns(table), 'net_after_refunds']

/** SQL: a list of columns of a query. */
export const toColumnsSql = (columns: Readonly<Record<string, Sql>>): Sql =>
  join(Object.entries(columns).map(([name, value]) => sql`${value} as ${id(name)}`))

/** SQL: entries of some days with the columns of the sums. `days` is a condition on entries `e`. */
const entriesSql = ({ keys }: SumTable, days: Sql): Sql => sql`
  select ${toColumnsSql({ day: sql`e.day`, ...keys, ...entryValues })} from sales_entry e left join sales_order o on o.id = e.order_id where ${days}`

/** SQL: the sums of entries of some days. */
const sumEntriesSql = (table: SumTable, days: Sql): Sql => {
  const keys = join(['day', ...Object.keys(table.keys)].map(id))
  const sums = join(Object.keys(entryValues).map((name) => sql`sum(${id(name)})`))
  return sql`select ${keys}, ${sums} from (${entriesSql(table, days)}) x group by ${keys}`
}

/** SQL: the sums of a period. Days that are not summed yet, such as today, have their entries instead, which add up to the same. */
export function readSumsSql(table: SumTable, { from, to }: Period): Sql {
  const columns = join(listStoredColumns(table).map((name) => sql`s.${id(name)}`))
  const unsummedDays = sql`e.day = any(array(select g::date from generate_series(greatest(${from}::date, (select min(day) from sales_entry)),
    least(${to}::date, (select max(day) from sales_entry)), interval '1 day') g where not exists (select from sales_summed_day r where r.day = g::date)))`
  return sql`select s.*, s.net - s.refund as net_after_refunds from (
    select ${columns} from ${id(table.table)} s join sales_summed_day r on r.day = s.day where s.day between ${from}::date and ${to}::date
    union all ${entriesSql(table, unsummedDays)}) s`
}

/** Sums the days that are over and have no sums, the oldest first, each in a transaction of its own. Safe to run twice at once. */
export async function sumPastDays({ kernel }: Ctx): Promise<void> {
  // Sums without entries remain when imported orders are removed. They are removed as well.
  const days = await kernel.db.rows<{ day: string }>(sql`
    select to_char(g, 'YYYY-MM-DD') as day from generate_series(least((select min(day) from sales_entry), (select min(day) from sales_order_day)),
      business_day() - 1, interval '1 day') g
    where not exists (select from sales_summed_day r where r.day = g::date) order by g limit ${MOST_DAYS}`)
  for (const { day } of days)
    await kernel.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(sales_day_lock(${day}::date))`)
      const isSummed = await tx.one(sql`select 1 from sales_summed_day where day = ${day}::date`)
      if (isSummed) return
      for (const table of sumTables) {
        await tx.run(sql`delete from ${id(table.table)} where day = ${day}::date`)
        await tx.run(
          sql`insert into ${id(table.table)} (${join(listStoredColumns(table).map(id))}) ${sumEntriesSql(table, sql`e.day = ${day}::date`)}`,
        )
      }
      await tx.run(sql`insert into sales_summed_day (day) values (${day}::date)`)
    })
}

/** Days whose sums differ from the ledger, for the checks of the plugin. */
export async function findWrongSums({ kernel }: Pick<Ctx, 'kernel'>): Promise<string[]> {
  const isSummed = (alias: string) => sql`${id(alias)}.day in (select day from sales_summed_day)`
  const differences = sumTables.map((table) => {
    const stored = sql`(select ${join(listStoredColumns(table).map(id))} from ${id(table.table)} s where ${isSummed('s')})`
    const computed = sql`(${sumEntriesSql(table, isSummed('e'))})`
    return sql`(select day from ((${stored} except all ${computed}) union all (${computed} except all ${stored})) x)`
  })
  const rows = await kernel.db.rows<{ day: string }>(sql`
    select distinct to_char(day, 'YYYY-MM-DD') as day from (${join(differences, ' union all ')}) x order by 1 limit 20`)
  return rows.map(({ day }) => day)
}
