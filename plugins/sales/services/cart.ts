import { type Ctx, type Db, Failed, formatMoney, invalid, newToken, NOT_FOUND, sql, text, translate, type Text } from '#core'
import { allowed, availableSql, currency } from '../../catalogue/index.ts'
import { CHECKOUT_CLOSED } from '../errors.ts'
import type { CartView } from '../wire.ts'
import { type CartLine, cartLines } from './cart-lines.ts'

export interface Cart { id: number; public_id: string }

const customerOf = ({ actor }: Ctx) => (actor.kind === 'customer' ? actor.id : null)

/**
 * The open cart behind a public id. A customer's cart answers only to them; anything else that is unknown,
 * ordered or somebody else's counts as no cart.
 */
export function findCart(db: Db, ctx: Ctx, publicId: unknown): Promise<Cart | undefined> {
  if (typeof publicId !== 'string' || publicId.length > 64) return Promise.resolve(undefined)
  return db.one<Cart>(sql`select id, public_id from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${customerOf(ctx)})`, 'sales.cart')
}

/** The open cart, or a new one under an id the server makes up. */
export async function openCart(ctx: Ctx, publicId: unknown): Promise<Cart> {
  const { db } = ctx.kernel
  const found = await findCart(db, ctx, publicId)
  if (found) return found
  const made = await db.one<Cart>(sql`insert into cart (public_id, customer_id) values (${newToken()}, ${customerOf(ctx)}) returning id, public_id`, 'sales.cart-new')
  if (!made) throw new Failed(NOT_FOUND)
  return made
}

/** Refuses while the shop sells nothing to this visitor. @throws Failed CHECKOUT_CLOSED */
export function requireCart(ctx: Ctx): void {
  if (!allowed(ctx).cart) throw new Failed(CHECKOUT_CLOSED)
}

/** A whole number of at least one. @throws Failed INVALID with the text of `update_cart_fail_by_less_than_one` */
export function wholeQuantity(value: unknown): number {
  const n = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1 || n > 9_999) throw invalid({ quantity: text('sales:cart.less_than_one') })
  return n
}

/** Why a stock cannot be put into a cart in this quantity; undefined when it can. */
async function refusal(db: Db, stockId: number, quantity: number): Promise<Text | undefined> {
  const row = await db.one<{ available: number | null }>(sql`
    select ${availableSql} as available from stock s join product p on p.id = s.product_id
    where s.id = ${stockId} and s.visibled and p.visibled and p.deleted_at is null`, 'sales.available')
  if (!row) return text('sales:cart.not_selected')
  return row.available !== null && quantity > row.available ? text('sales:cart.quantity', { count: row.available }) : undefined
}

/** Puts a stock into the cart, on top of what is there. */
export async function addItem(ctx: Ctx, cart: Cart, stockId: unknown, quantity: number): Promise<void> {
  const { db } = ctx.kernel
  if (typeof stockId !== 'number' || !Number.isSafeInteger(stockId) || stockId < 1) throw invalid({ stock_id: text('sales:cart.not_selected') })
  const there = await db.one<{ quantity: number }>(sql`select quantity from cart_item where cart_id = ${cart.id} and stock_id = ${stockId}`, 'sales.item-there')
  const why = await refusal(db, stockId, quantity + (there?.quantity ?? 0))
  if (why) throw invalid({ [typeof why === 'object' && why.key === 'sales:cart.not_selected' ? 'stock_id' : 'quantity']: why })
  await db.run(sql`insert into cart_item as c (cart_id, stock_id, quantity) values (${cart.id}, ${stockId}, ${quantity})
    on conflict (cart_id, stock_id) do update set quantity = least(c.quantity + excluded.quantity, 9999), updated_at = now()`, 'sales.item-add')
}

/** Sets a line's quantity. A line is found by its id and its cart, never by its id alone. */
export async function setQuantity(ctx: Ctx, cart: Cart, itemId: unknown, quantity: number): Promise<void> {
  const { db } = ctx.kernel
  const line = await db.one<{ stock_id: number }>(sql`select stock_id from cart_item where id = ${Number(itemId) || 0} and cart_id = ${cart.id}`)
  if (!line) throw new Failed(NOT_FOUND)
  const why = await refusal(db, line.stock_id, quantity)
  if (why) throw invalid({ quantity: why })
  await db.run(sql`update cart_item set quantity = ${quantity}, updated_at = now() where id = ${Number(itemId)} and cart_id = ${cart.id}`)
}

export async function removeItem(ctx: Ctx, cart: Cart, itemId: unknown): Promise<void> {
  await ctx.kernel.db.run(sql`delete from cart_item where id = ${Number(itemId) || 0} and cart_id = ${cart.id}`)
}

/** What keeps a line from being bought, in the visitor's language; undefined when nothing does. */
export function problemOf(ctx: Ctx, line: CartLine): string | undefined {
  const say = (value: Text) => (translate(ctx.kernel, ctx.language, [value]) as string[])[0]
  if (!line.visible) return say(text('sales:cart.gone'))
  if (line.available !== null && line.quantity > line.available) return say(text('sales:cart.quantity', { count: line.available }))
  return undefined
}

/** A cart as the wire shows it, in base currency. */
export async function viewCart(ctx: Ctx, cart: Cart): Promise<CartView> {
  return toView(ctx, cart, await cartLines(ctx.kernel.db, ctx, cart.id))
}

export function toView(ctx: Ctx, cart: Cart, lines: readonly CartLine[]): CartView {
  const subtotal = formatMoney(lines.reduce((sum, l) => sum + l.pay * l.quantity, 0))
  return {
    cart_id: cart.public_id,
    items: lines.map((l) => {
      const problem = problemOf(ctx, l)
      return {
        id: l.id, stock_id: l.stock_id, product: { id: l.product_id, name: l.name, url: l.url, type: l.type, image: l.image }, sku: l.sku, options: l.options,
        quantity: l.quantity, price: formatMoney(l.price), special_price: l.special !== null && l.special < l.price ? formatMoney(l.special) : null,
        unit_price: formatMoney(l.pay), subtotal: formatMoney(l.pay * l.quantity), available_inventories: l.available, visibled: l.visible, ...(problem ? { problem } : {}),
      }
    }),
    item_count: lines.reduce((sum, l) => sum + l.quantity, 0),
    subtotal, discount: '0.00', total: subtotal,
    currency: ctx.kernel.settings.of(currency).base_currency,
    notices: [],
  }
}
