import { type Ctx, AppError, validationError, sql, message, type Tx } from 'stoa'
import { findChosenProducts, isStockOfProducts, findSoldProducts } from 'stoa/plugins/catalogue'
import { lockCustomer } from 'stoa/plugins/people'
import type { WishlistItem, WishlistView } from '../api-types.ts'
import { wishlistItem } from '../resources/wishlist-item.ts'

/** Maximum number of products on a list. */
const most = 200

/** Products to add to a wishlist. */
export interface Wish {
  productIds: readonly number[]
  stockId: number | null
  note: string
}

/** The wishlist of a customer, newest first; hidden products are left out. */
export async function readWishlist(ctx: Ctx, customerId: number): Promise<WishlistView> {
  const rows = await ctx.kernel.db.rows<Omit<WishlistItem, 'product'>>(
    sql`select id, product_id, stock_id, note, created_at from wishlist_item where customer_id = ${customerId} order by id desc limit ${most}`,
    'wishlist.read',
  )
  const cards = await findChosenProducts(ctx, { ids: rows.map((row) => row.product_id) }, most)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const data = rows.flatMap((row) => {
    const product = byId.get(row.product_id)
    return product ? [{ ...row, product }] : []
  })
  return { data, total: data.length }
}

/**
 * Adds products. Existing ones keep their position and get the new note and variant if given.
 * @throws AppError INVALID for a product that is not for sale, a variant of another product, or a full list
 */
export async function addToWishlist(tx: Tx, customerId: number, { productIds, stockId, note }: Wish): Promise<void> {
  const sold = await findSoldProducts(tx, productIds)
  if (sold.length < new Set(productIds).size) throw validationError({ product_id: message('core:rule.not_exists') })
  if (stockId !== null && !(await isStockOfProducts(tx, stockId, productIds)))
    throw validationError({ stock_id: message('core:rule.not_exists') })
  await lockCustomer(tx, customerId)
  const items = productIds.toReversed().map((product_id) => ({ product_id }))
  await tx.run(sql`${tx.insertAllSql(wishlistItem, items, { customer_id: customerId, stock_id: stockId, note })}
    on conflict (customer_id, product_id) do update set stock_id = coalesce(excluded.stock_id, wishlist_item.stock_id),
      note = coalesce(nullif(excluded.note, ''), wishlist_item.note), updated_at = now()`)
  const counted = await tx.one<{ n: number }>(sql`select count(*) as n from wishlist_item where customer_id = ${customerId}`)
  if (counted && counted.n > most) throw validationError({ product_id: message('wishlist:error.full', { count: most }) })
}

/** Merges a wishlist from the browser, newest first. Products that are not available any more are skipped. */
export async function mergeWishlist(tx: Tx, customerId: number, productIds: readonly number[]): Promise<void> {
  for (const id of productIds.toReversed()) {
    await tx
      .savepoint(() => addToWishlist(tx, customerId, { productIds: [id], stockId: null, note: '' }))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
  }
}

/** Removes a product. Idempotent. */
export async function removeFromWishlist(tx: Tx, customerId: number, productId: number): Promise<void> {
  tx.invalidate('wishlist_item')
  await tx.run(sql`delete from wishlist_item where customer_id = ${customerId} and product_id = ${productId}`)
}
