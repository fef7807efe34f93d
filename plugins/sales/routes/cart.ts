import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Ctx, ctxOf, Failed, type Kernel, NOT_FOUND } from '#core'
import { type Cart, findCart, openCart, requireOpen } from '../services/cart.ts'
import { addItem, extrasOf, removeItem, setQuantity, wholeQuantity } from '../services/cart-items.ts'
import { viewCart } from '../services/cart-view.ts'

type Body = Record<string, unknown>
const open = { config: { access: 'public' as const }, schema: { tags: ['cart'] } }

/** `POST /api/cart`, `POST|PUT|DELETE /api/cart/item` (specification C §7). */
export function cartRoutes(app: FastifyInstance, kernel: Kernel): void {
  const bodyOf = (request: FastifyRequest) => ({ ...(request.query as Body), ...((request.body ?? {}) as Body) })

  app.post('/cart', open, async (request) => {
    const ctx = ctxOf(kernel, request)
    requireOpen(ctx, 'cart')
    return viewCart(ctx, await openCart(ctx, bodyOf(request).cart_id))
  })

  app.post('/cart/item', open, async (request) => {
    const ctx = ctxOf(kernel, request)
    requireOpen(ctx, 'cart')
    const body = bodyOf(request)
    const quantity = wholeQuantity(body.quantity)
    const extras = extrasOf(body.additional_options)
    const stock = request.typed ? Number(body.stock_id) : body.stock_id
    const { cart, lines } = await addItem(ctx, await targetOf(ctx, body.cart_id), stock, quantity, extras)
    return viewCart(ctx, cart, lines)
  })

  /** A customer has one cart, wherever they come from; a guest's is looked up while it is filled. */
  const targetOf = async (ctx: Ctx, asked: unknown): Promise<unknown> =>
    ctx.actor.kind === 'customer' ? ((await findCart(kernel.db, ctx, asked)) ?? (await openCart(ctx, undefined))).public_id : asked

  const change = (method: 'put' | 'delete', run: (ctx: Ctx, cart: Cart, body: Body) => Promise<void>) =>
    app[method]('/cart/item', open, async (request) => {
      const ctx = ctxOf(kernel, request)
      requireOpen(ctx, 'cart')
      const body = bodyOf(request)
      const cart = await findCart(kernel.db, ctx, body.cart_id)
      if (!cart) throw new Failed(NOT_FOUND)
      await run(ctx, cart, body)
      return viewCart(ctx, cart)
    })
  change('put', (ctx, cart, body) => setQuantity(ctx, cart, body.item_id, wholeQuantity(body.quantity)))
  change('delete', (ctx, cart, body) => removeItem(ctx, cart, body.item_id))
}
