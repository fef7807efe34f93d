import { type Ctx, type Db, Failed, formatMoney, invalid, newToken, NOT_FOUND, sql, text, translate, type Text } from '#core'
import { allowed, availableSql, currency } from '../../catalogue/index.ts'
import { CHECKOUT_CLOSED } from '../errors.ts'
import type { CartView } from '../wire.ts'
import { type CartLine, cartLines } from './cart-lines.ts'

export interface Cart {
  id: number
  public_id: string
}

const customerOf = ({ actor }: Ctx) => (actor.kind === 'customer' ? actor.id : null)

/**
 * The open cart behind a public id. A customer's cart answers only to them; anything else that is unknown,
 * ordered or somebody else's counts as no cart.
 */
export function findCart(db: Db, ctx: Ctx, publicId: unknown): Promise<Cart | undefined> {
  if (typeof publicId !== 'string' || publicId.length > 64) return Promise.resolve(undefined)
  return db.one<Cart>(
    sql`select id, public_id from cart where public_id = ${publicId} and status = 'pending'
    and (customer_id is null or customer_id = ${customerOf(ctx)})`,
    'sales.cart',
  )
}

/** The open cart, or a new one under an id the server makes up. */
export async function openCart(ctx: Ctx, publicId: unknown): Promise<Cart> {
  const { db } = ctx.kernel
  const found = await findCart(db, ctx, publicId)
  if (found) return found
  const made = await db.one<Cart>(
    sql`insert into cart (public_id, customer_id) values (${newToken()}, ${customerOf(ctx)}) returning id, public_id`,
    'sales.cart-new',
  )
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

const tooMany = (available: number) => invalid({ quantity: text('sales:cart.quantity', { count: available }) })

/**
 * Puts a stock into a cart, on top of what is there, or into a new one when there is none. One statement checks and
 * writes; nothing is written, not even the cart, when the stock cannot be had in this quantity.
 */
export async function addItem(ctx: Ctx, cart: Cart | undefined, stockId: unknown, quantity: number): Promise<Cart> {
  if (typeof stockId !== 'number' || !Number.isSafeInteger(stockId) || stockId < 1)
    throw invalid({ stock_id: text('sales:cart.not_selected') })
  const target = cart
    ? sql`c as (select id, public_id from cart where id = ${cart.id} and exists (select 1 from fits))`
    : sql`c as (insert into cart (public_id, customer_id) select ${newToken()}, ${customerOf(ctx)}::bigint from fits returning id, public_id)`
  const row = await ctx.kernel.db.one<{ available: number | null; id: number | null; public_id: string | null }>(
    sql`
    with wanted as (select s.id, ${availableSql} as available,
        coalesce((select i.quantity from cart_item i where i.cart_id = ${cart?.id ?? null}::bigint and i.stock_id = s.id), 0) as there
      from stock s join product p on p.id = s.product_id where s.id = ${stockId} and s.visibled and p.visibled and p.deleted_at is null),
    fits as (select id from wanted where available is null or there + ${quantity}::int <= available),
    ${target},
    put as (insert into cart_item as i (cart_id, stock_id, quantity) select c.id, fits.id, ${quantity}::int from c, fits
      on conflict (cart_id, stock_id) do update set quantity = least(i.quantity + excluded.quantity, 9999), updated_at = now())
    select wanted.available, c.id, c.public_id from wanted left join c on true`,
    cart ? 'sales.item-add' : 'sales.item-first',
  )
  if (!row) throw invalid({ stock_id: text('sales:cart.not_selected') })
  if (row.id === null || row.public_id === null) throw tooMany(row.available ?? 0)
  return { id: row.id, public_id: row.public_id }
}

/** Sets a line's quantity. A line is found by its id and its cart, never by its id alone. */
export async function setQuantity(ctx: Ctx, cart: Cart, itemId: unknown, quantity: number): Promise<void> {
  const line = Number(itemId) || 0
  const row = await ctx.kernel.db.one<{ available: number | null; done: boolean }>(sql`
    with wanted as (select i.id, ${availableSql} as available from cart_item i join stock s on s.id = i.stock_id join product p on p.id = s.product_id
      where i.id = ${line} and i.cart_id = ${cart.id}),
    put as (update cart_item i set quantity = ${quantity}::int, updated_at = now() from wanted w where i.id = w.id and (w.available is null or ${quantity}::int <= w.available) returning i.id)
    select available, exists (select 1 from put) as done from wanted`)
  if (!row) throw new Failed(NOT_FOUND)
  if (!row.done) throw tooMany(row.available ?? 0)
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
        id: l.id,
        stock_id: l.stock_id,
        product: { id: l.product_id, name: l.name, url: l.url, type: l.type, image: l.image },
        sku: l.sku,
        options: l.options,
        quantity: l.quantity,
        price: formatMoney(l.price),
        special_price: l.special !== null && l.special < l.price ? formatMoney(l.special) : null,
        unit_price: formatMoney(l.pay),
        subtotal: formatMoney(l.pay * l.quantity),
        available_inventories: l.available,
        visibled: l.visible,
        ...(problem ? { problem } : {}),
      }
    }),
    item_count: lines.reduce((sum, l) => sum + l.quantity, 0),
    subtotal,
    discount: '0.00',
    total: subtotal,
    currency: ctx.kernel.settings.of(currency).base_currency,
    notices: [],
  }
}
