import { type Ctx, formatMoney, sql, type Text, text, translate } from '#core'
import { currency } from '#plugins/currency/index'
import type { CartView } from '../wire.ts'
import type { Cart } from './cart.ts'
import { type CartLine, cartLines } from './cart-lines.ts'

const say = (ctx: Ctx, value: Text) => String((translate(ctx.kernel, ctx.language, [value]) as string[])[0])

/** What keeps lines from being bought, in the visitor's language, by line; lines without a problem are not in it. */
export function problemsOf(ctx: Ctx, lines: readonly CartLine[]): Map<number, string> {
  const wanted = new Map<number, number>()
  for (const l of lines) wanted.set(l.stock_id, (wanted.get(l.stock_id) ?? 0) + l.quantity)
  const found = new Map<number, string>()
  for (const l of lines) {
    if (!l.visible) found.set(l.id, say(ctx, text('sales:cart.gone')))
    else if (l.available !== null && (wanted.get(l.stock_id) ?? 0) > l.available)
      found.set(l.id, say(ctx, text('sales:cart.quantity', { count: l.available })))
  }
  return found
}

/** A cart as the wire shows it, in base currency; its lines are read unless they are `known`. A price that is another than the shopper last saw is told once. */
export async function viewCart(ctx: Ctx, cart: Cart, known?: readonly CartLine[]): Promise<CartView> {
  const lines = known ?? (await cartLines(ctx.kernel.db, ctx, cart.public_id))
  const changed = lines.filter((l) => l.seen !== null && l.seen !== l.pay)
  if (changed.length > 0)
    await ctx.kernel.db
      .run(sql`update cart_item i set seen_minor = c.pay from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id bigint, pay bigint)
      where i.id = c.id and i.cart_id = ${cart.id}`)
  const notices = [
    ...(cart.notices ?? []).map(({ name, quantity }) => say(ctx, text('sales:cart.cut', { name, count: quantity }))),
    ...changed.map((l) => say(ctx, text(l.pay > (l.seen ?? 0) ? 'sales:cart.dearer' : 'sales:cart.cheaper', { name: l.name }))),
  ]
  return { ...toView(ctx, cart, lines), notices }
}

/** The same of lines that were read already, without notices. */
export function toView(ctx: Ctx, cart: Cart, lines: readonly CartLine[]): CartView {
  const subtotal = formatMoney(lines.reduce((sum, l) => sum + l.pay * l.quantity, 0))
  const problems = problemsOf(ctx, lines)
  return {
    cart_id: cart.public_id,
    items: lines.map((l) => {
      const problem = problems.get(l.id)
      return {
        id: l.id,
        stock_id: l.stock_id,
        product: { id: l.product_id, name: l.name, url: l.url, type: l.type, image: l.image },
        sku: l.sku,
        options: l.options,
        additional_options: l.additional_options,
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
