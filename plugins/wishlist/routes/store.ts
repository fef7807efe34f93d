import { type Ctx, f, AppError, validationError, route, message, UNAUTHENTICATED } from 'stoa'
import { removeFromWishlist, mergeWishlist, addToWishlist, readWishlist } from '../services/wishlist.ts'
import { WishlistView } from '../api-types.ts'

const mine = { access: 'customer', response: WishlistView } as const

function getCustomer({ actor }: Ctx): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
  return actor.id
}

/** `GET`, `POST` and `DELETE /api/wishlist`; each returns the list. */
export const wishlistRoutes = [
  route({
    ...mine,
    on: 'GET /wishlist',
    id: 'wishlist.get',
    summary: 'Wishlist items, newest first',
    run: ({ ctx }) => readWishlist(ctx, getCustomer(ctx)),
  }),
  route({
    ...mine,
    on: 'POST /wishlist',
    id: 'wishlist.keep',
    summary: 'Add a product, or with `product_ids` all products of a guest wishlist',
    body: {
      product_id: f.maybe(f.int({ min: 1 })),
      stock_id: f.maybe(f.int({ min: 1 })),
      note: f.text({ default: '', maxLength: 255 }),
      product_ids: f.maybe(f.ids({ maxItems: 200, ordered: true, says: 'core:rule.check_input' })),
    },
    status: 201,
    run: async ({ kernel, ctx, body }) => {
      const customer = getCustomer(ctx)
      const { product_id, stock_id, note, product_ids } = body
      if (product_ids) await kernel.transaction((tx) => mergeWishlist(tx, customer, product_ids))
      else if (product_id)
        await kernel.transaction((tx) => addToWishlist(tx, customer, { productIds: [product_id], stockId: stock_id, note }))
      else throw validationError({ product_id: message('core:rule.required') })
      return readWishlist(ctx, customer)
    },
  }),
  route({
    ...mine,
    on: 'DELETE /wishlist',
    id: 'wishlist.drop',
    summary: 'Remove a product; a missing one is ignored',
    // Some clients drop the body of a DELETE request.
    eitherPlace: true,
    body: { product_id: f.int({ min: 1 }) },
    run: async ({ kernel, ctx, body }) => {
      const customer = getCustomer(ctx)
      await kernel.transaction((tx) => removeFromWishlist(tx, customer, body.product_id))
      return readWishlist(ctx, customer)
    },
  }),
]
