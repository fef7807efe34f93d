import { type Db, sql, type Tx } from 'stoa'

/** What has to be known of a stock whose goods come in. */
export interface LockedStock {
  id: number
  /** Cost of a unit in minor units of the base currency; null while nobody knows. */
  cost: number | null
  /** Its goods have an expiry date. */
  dated: boolean
}

/** Locks stocks in id order, so that two who bring in the same goods queue up. What is not there is missing from the answer. */
export const lockStocks = (tx: Tx, ids: readonly number[]): Promise<LockedStock[]> =>
  tx.rows<LockedStock>(sql`select s.id, s.cost_minor as cost, p.has_expiry_date as dated from stock s join product p on p.id = s.product_id
    where s.id = any(${[...ids]}::bigint[]) order by s.id for no key update of s`)

/** Says what a unit of each stock costs on average, in minor units of the base currency. */
export async function setCosts(tx: Tx, costs: readonly Pick<LockedStock, 'id' | 'cost'>[]): Promise<void> {
  await tx.run(sql`update stock s set cost_minor = c.cost, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(costs.map(({ id, cost }) => ({ id, cost })))}::jsonb) as c(id bigint, cost bigint) where s.id = c.id and s.cost_minor is distinct from c.cost`)
}

/** The stocks that have one of these skus. */
export const findStocksBySku = (tx: Tx, skus: readonly string[]): Promise<{ id: number; sku: string; product_id: number }[]> =>
  tx.rows(sql`select id, sku, product_id from stock where sku = any(${[...skus]}::text[]) and deleted_at is null order by id`)

/** The stock that a code means: its sku before anybody's barcode. */
export const findStockByCode = (tx: Tx, code: string): Promise<{ id: number } | undefined> =>
  tx.one(sql`select s.id from stock s join product p on p.id = s.product_id
    where (s.sku = ${code} or s.barcode = ${code}) and s.deleted_at is null and p.deleted_at is null order by s.sku = ${code} desc limit 1`)

/** A stock the shop shows, with its price in minor units of the base currency. */
export interface ShownStock {
  id: number
  sku: string
  price: number
  product_id: number
}

/** All stocks the shop shows and sells by themselves, by id. */
export const listStocks = (db: Db): Promise<ShownStock[]> =>
  db.rows<ShownStock>(
    sql`select s.id, s.sku, s.price_minor as price, s.product_id from stock s join product p on p.id = s.product_id
    where s.visibled and s.deleted_at is null and p.visibled and p.deleted_at is null and not p.by_application order by s.id`,
    'stocks.shown',
  )

/** Those of some products that are sold. */
export const findSoldProducts = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(
      sql`select p.id from product p where p.id = any(${[...ids]}::bigint[]) and p.visibled and p.deleted_at is null`,
    )
  ).map(({ id }) => id)

/** Whether a stock is a variant of one of these products. */
export const isStockOf = async (tx: Tx, id: number, products: readonly number[]): Promise<boolean> =>
  (await tx.one(sql`select 1 from stock where id = ${id} and product_id = any(${[...products]}::bigint[])`)) !== undefined
