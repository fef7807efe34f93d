import { type Ctx, f, AppError, rateLimit, validationError, NOT_FOUND, route, getNetwork, message } from 'stoa'
import { CHECKOUT_CLOSED, SIGN_IN_TO_BUY } from '../errors.ts'
import { type Cart, findCart } from '../services/cart.ts'
import { openCart } from '../services/cart-open.ts'
import { addItem, parseLineOptions, MAX_QUANTITY, removeItem, setQuantity, type SaleItem } from '../services/cart-items.ts'
import { viewCart } from '../services/cart-view.ts'
import { saveChoices } from '../services/sale/choices.ts'
import { getCurrency } from '../services/sale/currency.ts'
import { CartView } from '../api-types.ts'
import { assertShopAllows } from '../services/sale/buyer-limits.ts'

const cart_id = f.maybe(f.text({ maxLength: 100 }))
/** Currency of the response; the base currency if blank. */
const currency = f.maybe(f.text({ says: 'core:rule.choice' }))
const quantity = f.int({ min: 1, max: MAX_QUANTITY, says: 'sales:cart.less_than_one' })
const item_id = f.int({ min: 0, says: 'core:rule.not_exists' })

/** Parameters of all cart calls. */
const cart = {
  access: 'public',
  eitherPlace: true,
  response: CartView,
  errors: [CHECKOUT_CLOSED, SIGN_IN_TO_BUY],
  admit: ({ ctx }: { ctx: Ctx }) => assertShopAllows(ctx, 'cart'),
} as const

/** Parses the item to add to a cart. @throws AppError INVALID */
function parseItem({
  kind: requestedKind,
  subject_id,
  stock_id,
}: {
  kind: string | null
  subject_id: number | null
  stock_id: number | null
}): SaleItem {
  const kind = requestedKind ?? 'stock'
  const id = kind === 'stock' ? (stock_id ?? subject_id) : subject_id
  if (id === null) throw validationError({ [kind === 'stock' ? 'stock_id' : 'subject_id']: message('sales:cart.not_selected') })
  return { kind, subject_id: id }
}

/** A customer has one cart on all devices. A guest's cart is looked up by the statement that adds the item. */
const findCartId = async (ctx: Ctx, publicId: string | null): Promise<string | null> =>
  ctx.actor.kind === 'customer' ? ((await findCart(ctx.kernel.db, ctx, publicId)) ?? (await openCart(ctx, null))).public_id : publicId

/** The cart to change. @throws AppError NOT_FOUND */
async function findCartOrThrow(ctx: Ctx, publicId: string | null): Promise<Cart> {
  const found = await findCart(ctx.kernel.db, ctx, publicId)
  if (!found) throw new AppError(NOT_FOUND)
  return found
}

/** `POST /api/cart`, `POST|PUT|DELETE /api/cart/item`, `PUT /api/cart/choice` (specification C §7). */
export const cartRoutes = [
  route({
    ...cart,
    on: 'POST /cart',
    id: 'cart.open',
    summary: 'The cart with this id, or a new one',
    body: { cart_id, currency },
    run: async ({ ctx, body }) => {
      const money = getCurrency(ctx, body.currency)
      return viewCart(ctx, await openCart(ctx, body.cart_id), money)
    },
  }),
  route({
    ...cart,
    on: 'POST /cart/item',
    id: 'cart.add',
    summary: 'Adds units of an item to the cart: a stock item by `stock_id`, others by `kind` and `subject_id`',
    body: {
      cart_id,
      currency,
      stock_id: f.maybe(f.int({ min: 1, says: 'sales:cart.not_selected' })),
      kind: f.maybe(f.text({ maxLength: 40 })),
      subject_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'sales:cart.not_selected' })),
      quantity,
      additional_options: f.maybe(f.texts({ maxLength: 200, maxItems: 10 })),
    },
    run: async ({ ctx, body }) => {
      const money = getCurrency(ctx, body.currency)
      const target = await findCartId(ctx, body.cart_id)
      const { cart, lines } = await addItem(ctx, target, parseItem(body), body.quantity, parseLineOptions(body.additional_options))
      return viewCart(ctx, cart, money, lines)
    },
  }),
  route({
    ...cart,
    on: 'PUT /cart/item',
    id: 'cart.change',
    summary: 'Sets the quantity of a line',
    body: { cart_id, currency, item_id, quantity },
    errors: [...cart.errors, NOT_FOUND],
    run: async ({ ctx, body }) => {
      const money = getCurrency(ctx, body.currency)
      const cart = await findCartOrThrow(ctx, body.cart_id)
      await setQuantity(ctx, cart, body.item_id, body.quantity)
      return viewCart(ctx, cart, money)
    },
  }),
  route({
    ...cart,
    on: 'PUT /cart/choice',
    id: 'cart.choose',
    summary: 'Sets choices for price adjustments, such as a code, by provider name; null removes a choice',
    body: { cart_id, currency, choices: f.json<Record<string, unknown>>() },
    errors: [...cart.errors, NOT_FOUND],
    admit: async ({ kernel, ctx, request }) => {
      // Limits attempts to guess codes.
      await rateLimit(kernel.db, `cart choice ${getNetwork(request.ip)}`, { max: 60, seconds: 600, message: 'core:error.too_frequent' })
      assertShopAllows(ctx, 'cart')
    },
    run: async ({ ctx, body }) => {
      const money = getCurrency(ctx, body.currency)
      return viewCart(ctx, await saveChoices(ctx, await findCartOrThrow(ctx, body.cart_id), body.choices), money)
    },
  }),
  route({
    ...cart,
    on: 'DELETE /cart/item',
    id: 'cart.remove',
    summary: 'Removes a line from the cart',
    body: { cart_id, currency, item_id },
    errors: [...cart.errors, NOT_FOUND],
    run: async ({ ctx, body }) => {
      const money = getCurrency(ctx, body.currency)
      const cart = await findCartOrThrow(ctx, body.cart_id)
      await removeItem(ctx, cart, body.item_id)
      return viewCart(ctx, cart, money)
    },
  }),
]
