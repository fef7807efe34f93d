import { type Ctx, defineJob, type Kernel, type SavedRecord, sql, type Sql, t, type JobPayload, type Tx } from 'stoa'

/** Products reindexed per transaction. */
export const BATCH = 500

/** Reindexes products of a brand or category. */
export const REINDEX = defineJob({
  name: 'catalogue/reindex',
  payload: { brand: t.optional(t.id()), category: t.optional(t.id()) },
  key: ({ brand, category }) => (brand ? `reindex brand ${brand}` : `reindex category ${category}`),
})

/** Queues a reindex after the title of a brand or category changed. It is a job, since there may be many products. */
export function reindexLater(by: 'brand' | 'category'): (saved: SavedRecord) => void {
  return ({ tx, id, mode, input }) => {
    if (mode === 'update' && input.title !== undefined) tx.enqueue(REINDEX, by === 'brand' ? { brand: id } : { category: id })
  }
}

/** Rewrites the search text of all products of a brand or category. */
export async function reindex({ brand, category }: JobPayload<typeof REINDEX>, { kernel }: Ctx): Promise<void> {
  const ids = brand
    ? sql`select p.id from product p where p.brand_id = ${brand}`
    : sql`select l.product_id as id from product_category l where l.category_id = ${category ?? 0}`
  await inBatches(kernel, ids, (some) => sql`select stoa_index(${some}::bigint[])`)
}

/** Updates the listing index for stock items (a query with `id`) whose availability changed without a write. */
export const reindexProducts = (ctx: Pick<Ctx, 'kernel'>, stocks: Sql): Promise<void> =>
  reindexInBatches(
    ctx,
    sql`select distinct s.product_id as id from stock s join product_shelf x on x.product_id = s.product_id where s.id in (${stocks}) and x.in_stock`,
  )

/** Reindexes products (a query with `id`) in batches. */
export const reindexInBatches = ({ kernel }: Pick<Ctx, 'kernel'>, products: Sql): Promise<void> =>
  inBatches(kernel, products, (some) => sql`select stoa_shelve(${some}::bigint[])`)

/** Updates the index of products that this transaction does not write again. */
export async function reindexAll(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select stoa_shelve(${[...ids]}::bigint[]), stoa_index(${[...ids]}::bigint[])`)
}

async function inBatches(kernel: Kernel, ids: Sql, write: (ids: number[]) => Sql): Promise<void> {
  const all = (await kernel.db.rows<{ id: number }>(ids)).map((row) => row.id).sort((a, b) => a - b)
  for (let i = 0; i < all.length; i += BATCH) {
    await kernel.transaction(async (tx) => {
      await tx.run(write(all.slice(i, i + BATCH)))
      tx.invalidate('product')
    })
  }
}
