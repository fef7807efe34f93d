import { type Db, sql, type Tx } from 'stoa'

/** Data of a stock item for receiving stock. */
export interface LockedStock {
  id: number
  /** Unit cost in minor units of the base currency; null if unknown. */
  cost: number | null
  /** Its stock has an expiry date. */
  dated: boolean
}

/** Locks stock items in id order, so that concurrent receipts run one after the other. Missing items are left out of the result. */
export const lockStocks = (tx: Tx, ids: readonly number[]): Promise<LockedStock[]> =>
  tx.rows<LockedStock>(sql`select s.id, s.cost_minor as cost, p.has_expiry_date as dated from stock s join product p on p.id = s.product_id
    where s.id = any(${[...ids]}::bigint[]) order by s.id for no key update of s`)

/** Sets the average unit cost of stock items, in minor units of the base currency. */
export async function setCosts(tx: Tx, costs: readonly Pick<LockedStock, 'id' | 'cost'>[]): Promise<void> {
  await tx.run(sql`update stock s set cost_minor = c.cost, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(costs.map(({ id, cost }) => ({ id, cost })))}::jsonb) as c(id bigint, cost bigint) where s.id = c.id and s.cost_minor is distinct from c.cost`)
}

/** The stock items with one of these skus. */
export const findStocksBySku = (tx: Tx, skus: readonly string[]): Promise<{ id: number; sku: string; product_id: number }[]> =>
  tx.rows(sql`select id, sku, product_id from stock where sku = any(${[...skus]}::text[]) and deleted_at is null order by id`)

/** The stock item with a code; a sku takes precedence over a barcode. */
export const findStockByCode = (tx: Tx, code: string): Promise<{ id: number } | undefined> =>
  tx.one(sql`select s.id from stock s join product p on p.id = s.product_id
    where (s.sku = ${code} or s.barcode = ${code}) and s.deleted_at is null and p.deleted_at is null order by s.sku = ${code} desc limit 1`)

/** A public stock item with its price in minor units of the base currency. */
export interface ShownStock {
  id: number
  sku: string
  price: number
  product_id: number
}

/** All public stock items that are sold directly, by id. */
export const listStocks = (db: Db): Promise<ShownStock[]> =>
  db.rows<ShownStock>(
    sql`select s.id, s.sku, s.price_minor as price, s.product_id from stock s join product p on p.id = s.product_id
    where s.visibled and s.deleted_at is null and p.visibled and p.deleted_at is null and not p.by_application order by s.id`,
    'stocks.shown',
  )

/** Those of the products that are for sale. */
export const findSoldProducts = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(
      sql`select p.id from product p where p.id = any(${[...ids]}::bigint[]) and p.visibled and p.deleted_at is null`,
    )
  ).map(({ id }) => id)

/** Whether a stock item belongs to one of these products. */
export const isStockOfProducts = async (tx: Tx, id: number, products: readonly number[]): Promise<boolean> =>
  (await tx.one(sql`select 1 from stock where id = ${id} and product_id = any(${[...products]}::bigint[])`)) !== undefined
