import { type Ctx, type Db, type Sql, sql } from 'stoa'
import { fullNameSql } from 'stoa/plugins/people'
import { ORDER_REFUNDS } from './order-refunds.ts'

/** Facts about an order for other plugins. Amounts in minor units of the base currency. */
export interface OrderFacts {
  /** Person of the account; null for a guest. */
  person_id: number | null
  status: string
  finished: boolean
  paid: boolean
  /** Ids of the products sold. */
  products: readonly number[]
  /** Price of the lines less discounts and refunds; without the products given, if any. */
  getLinesAmount(without?: ReadonlySet<number>): number
  /** Sum of all payments. */
  net_paid: number
}

/** The facts of an order; undefined if there is none. */
export async function readOrderFacts(db: Db, { kernel }: Pick<Ctx, 'kernel'>, orderId: number): Promise<OrderFacts | undefined> {
  const [order, lines] = await Promise.all([
    db.one<
      Omit<OrderFacts, 'getLinesAmount' | 'products'> & { rate: string }
    >(sql`select case when customer_id is null then null else person_id end as person_id, status,
      completed_at is not null as finished, paid_at is not null as paid, exchange_rate::text as rate,
      round((paid_minor - refunded_minor) / exchange_rate)::bigint as net_paid from sales_order where id = ${orderId}`),
    db.rows<{ product: number | null; left: number }>(sql`select l.product_id as product,
      greatest(0, l.total_minor - ${kernel.find(ORDER_REFUNDS)?.lineAmountSql(sql`l.id`) ?? sql`0`})::bigint as left
      from order_line l where l.order_id = ${orderId} order by l.id`),
  ])
  if (!order) return undefined
  const { rate, ...orderFields } = order
  return {
    ...orderFields,
    products: [...new Set(lines.flatMap(({ product }) => product ?? []))],
    getLinesAmount(without) {
      const left = lines.reduce((sum, line) => sum + (line.product !== null && without?.has(line.product) ? 0 : line.left), 0)
      return Math.round(left / Number(rate))
    },
  }
}

/**
 * SQL: the number of finished orders of a person's accounts as `count`, and the amount paid less refunds as `kept`, in
 * units of the base currency.
 */
export const completedOrdersSql = (person: Sql, since: Sql): Sql => sql`(select count(*) as count,
    coalesce(sum(round((f.paid_minor - f.refunded_minor) / f.exchange_rate)), 0) / 100.0 as kept
  from sales_order f where f.person_id = ${person} and f.customer_id is not null and f.status = 'completed' and f.completed_at >= ${since})`

/** SQL: the number of an order. */
export const orderNumberSql = (order: Sql): Sql => sql`(select n.order_number from sales_order n where n.id = ${order})`

/** SQL: the name of the buyer, or the e-mail address if there is no name. */
export const orderBuyerSql = (order: Sql): Sql =>
  sql`(select coalesce(nullif(${fullNameSql(sql`n.first_name`, sql`n.last_name`)}, ''), n.email) from sales_order n where n.id = ${order})`

/** SQL: the status of an order. */
export const orderStatusSql = (order: Sql): Sql => sql`(select n.status from sales_order n where n.id = ${order})`

/** Customers' orders that changed since a moment. */
export const changedSince = async (db: Db, since: Date): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      sql`select id from sales_order where customer_id is not null and imported_from is null and updated_at >= ${since} and status <> 'draft' order by id`,
    )
  ).map(({ id }) => id)

/** The persons whose accounts the orders belong to. */
export const accountPersons = async (db: Db, orders: readonly number[]): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(sql`select distinct person_id as id from sales_order
      where id = any(${[...orders]}::bigint[]) and customer_id is not null and person_id is not null order by 1`)
  ).map(({ id }) => id)
