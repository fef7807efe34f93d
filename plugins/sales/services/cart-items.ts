import { type Ctx, Failed, invalid, newToken, NOT_FOUND, sql, statement, text } from '#core'
import { availableSql, effectiveSql } from '#plugins/catalogue/index'
import { type Cart, customerOf } from './cart.ts'
import { type CartLine, linesFrom } from './cart-lines.ts'

/** What a shopper asked for with a line, such as an engraving: short texts by name. */
export type Extras = Record<string, string>

const MOST_EXTRAS = 10

/** The options of a line as they are kept. @throws Failed INVALID for anything but a few short texts. */
export function extrasOf(value: unknown): Extras {
  if (value === undefined || value === null || value === '') return {}
  const refused = invalid({ additional_options: text('core:rule.check_input') })
  if (typeof value !== 'object' || Array.isArray(value)) throw refused
  const entries = Object.entries(value).filter(([, v]) => v !== null && v !== '')
  const fits = entries.every(([k, v]) => /^[a-z][a-z0-9_]{0,40}$/.test(k) && typeof v === 'string' && v.length <= 200 && !v.includes('\0'))
  if (!fits || entries.length > MOST_EXTRAS) throw refused
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as Extras
}

/** Most units of one line. */
export const MOST_QUANTITY = 9_999

const tooMany = (available: number) => invalid({ quantity: text('sales:cart.quantity', { count: Math.max(0, available) }) })

interface Added {
  /** Null when there is no such stock to be had. */
  wanted: { available: number | null } | null
  cart: Cart | null
  lines: CartLine[]
}

const adding = statement(
  'sales.item-add',
  (ctx, cart: string | null, customer: number | null, token: string, stock: number, quantity: number, extras: string) => sql`
    with known as (select id, public_id from cart where public_id = ${cart} and status = 'pending'
        and (customer_id is null or customer_id = ${customer}::bigint)),
    wanted as (select s.id, ${effectiveSql} as pay, ${availableSql} as available,
        coalesce((select sum(i.quantity) from known k join cart_item i on i.cart_id = k.id where i.stock_id = s.id), 0) as there
      from stock s join product p on p.id = s.product_id where s.id = ${stock}::bigint and s.visibled and p.visibled and p.deleted_at is null),
    fits as (select id, pay from wanted where available is null or there + ${quantity}::int <= available),
    made as (insert into cart (public_id, customer_id) select ${token}, ${customer}::bigint from fits
      where not exists (select 1 from known) returning id, public_id),
    target as (select k.id, k.public_id from known k, fits union all select id, public_id from made),
    put as (insert into cart_item as i (cart_id, stock_id, quantity, additional_options, seen_minor)
      select t.id, fits.id, ${quantity}::int, ${extras}::jsonb, fits.pay from target t, fits
      on conflict (cart_id, stock_id, md5(additional_options::text)) do update
        set quantity = least(i.quantity + excluded.quantity, 9999), seen_minor = excluded.seen_minor, updated_at = now()
      returning i.id, i.stock_id, i.quantity, i.additional_options, i.seen_minor),
    -- What a statement writes it does not read back: the line that was put comes from there, the others from the table.
    items as (select * from put union all select i.id, i.stock_id, i.quantity, i.additional_options, i.seen_minor
      from known k join cart_item i on i.cart_id = k.id where i.id not in (select id from put))
    select (select json_build_object('available', available) from wanted) as wanted,
      (select json_build_object('id', id, 'public_id', public_id) from target) as cart,
      (select coalesce(json_agg(row_to_json(l) order by l.id), '[]') from (${linesFrom(ctx, sql`items c`)}) l) as lines`,
)

/**
 * Puts a stock into a cart, on top of what is there, or into a new one when there is no such cart. One statement checks,
 * writes and reads; nothing is written, not even the cart, when the stock cannot be had in this quantity. Lines of one
 * stock with different options count together. @throws Failed INVALID
 */
export async function addItem(
  ctx: Ctx,
  cart: string | null,
  stockId: number,
  quantity: number,
  extras: Extras,
): Promise<{ cart: Cart; lines: CartLine[] }> {
  const row = await ctx.kernel.db.one<Added>(adding(ctx, cart, customerOf(ctx), newToken(), stockId, quantity, JSON.stringify(extras)))
  if (!row?.wanted) throw invalid({ stock_id: text('sales:cart.not_selected') })
  if (!row.cart) throw tooMany(row.wanted.available ?? 0)
  return { cart: row.cart, lines: row.lines }
}

/** Sets a line's quantity. A line is found by its id and its cart, never by its id alone. */
export async function setQuantity(ctx: Ctx, cart: Cart, itemId: number, quantity: number): Promise<void> {
  const row = await ctx.kernel.db.one<{ available: number | null; others: number; done: boolean }>(sql`
    with wanted as (select i.id, ${availableSql} as available,
        coalesce((select sum(o.quantity) from cart_item o where o.cart_id = i.cart_id and o.stock_id = i.stock_id and o.id <> i.id), 0)::int as others
      from cart_item i join stock s on s.id = i.stock_id join product p on p.id = s.product_id
      where i.id = ${itemId} and i.cart_id = ${cart.id}),
    put as (update cart_item i set quantity = ${quantity}::int, updated_at = now() from wanted w
      where i.id = w.id and (w.available is null or ${quantity}::int + w.others <= w.available) returning i.id)
    select available, others, exists (select 1 from put) as done from wanted`)
  if (!row) throw new Failed(NOT_FOUND)
  if (!row.done) throw tooMany((row.available ?? 0) - row.others)
}

/** Takes a line out; one that is gone already stays gone. */
export async function removeItem(ctx: Ctx, cart: Cart, itemId: number): Promise<void> {
  await ctx.kernel.db.run(sql`delete from cart_item where id = ${itemId} and cart_id = ${cart.id}`)
}
