import { type Ctx, type AppError, formatMoney, sql, type Message, message, translateMessages } from 'stoa'
import type { Adjustment, CartView } from '../api-types.ts'
import type { Cart } from './cart.ts'
import { readCartLines, findLineProblems, type SaleLine } from './sale/lines.ts'
import { type SaleCurrency, unitPrice } from './sale/currency.ts'
import { type AdjustmentResult, getAmount, type Applied } from './sale/adjustment-providers.ts'
import { toStatedTaxes } from './order/taxes.ts'
import { priceSale } from './sale/priced.ts'
import { cartPricing } from './sale/quote.ts'
import { createPriceRules } from './sale/taxes.ts'

const translate = (ctx: Ctx, value: Message) => String((translateMessages(ctx.kernel, ctx.language, [value]) as string[])[0])

/** A cart as the API shows it, in a currency. Lines are read unless `preloadedLines` is given. A changed price is reported once. */
export async function viewCart(ctx: Ctx, cart: Cart, money: SaleCurrency, preloadedLines?: readonly SaleLine[]): Promise<CartView> {
  const lines = preloadedLines ?? (await readCartLines(ctx.kernel.db, ctx, cart.public_id))
  const changed = lines.filter((l) => l.seen !== null && l.seen !== l.pay)
  if (changed.length > 0)
    await ctx.kernel.db
      .run(sql`update cart_item i set seen_minor = c.pay from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id bigint, pay bigint)
      where i.id = c.id and i.cart_id = ${cart.id}`)
  const notices = [
    ...(cart.notices ?? []).map(({ name, quantity }) => translate(ctx, message('sales:cart.cut', { name, count: quantity }))),
    ...changed.map((l) => translate(ctx, message(l.pay > (l.seen ?? 0) ? 'sales:cart.dearer' : 'sales:cart.cheaper', { name: l.name }))),
  ]
  const view = await toCartView(ctx, cart, lines, money)
  return { ...view, notices: [...notices, ...view.notices] }
}

/** The same for lines that were read already, without notices. */
export async function toCartView(ctx: Ctx, cart: Cart, lines: readonly SaleLine[], money: SaleCurrency): Promise<CartView> {
  const pricing = cartPricing(ctx, lines, money)
  const amount = (baseMinor: number) => formatMoney(unitPrice(baseMinor, money))
  const refused: AppError[] = []
  const rules = await createPriceRules(ctx, pricing, cart.choices, ctx.kernel.db, (error) => refused.push(error))
  const sums = priceSale(pricing.lines, 0, rules, money)
  const problems = findLineProblems(ctx, lines)
  return {
    cart_id: cart.public_id,
    items: lines.map((l, i) => {
      const problem = problems.get(l.id)
      return {
        id: l.id,
        kind: l.kind,
        subject_id: l.subject_id,
        stock_id: l.kind === 'stock' ? l.subject_id : null,
        product: { id: l.product_id, name: l.name, url: l.url, type: l.type, image: l.image },
        link: l.link,
        sku: l.sku,
        options: l.options,
        additional_options: l.additional_options,
        quantity: l.quantity,
        price: amount(l.price),
        special_price: l.special !== null && l.special < l.price ? amount(l.special) : null,
        unit_price: amount(l.pay),
        subtotal: formatMoney(unitPrice(l.pay, money) * l.quantity),
        discounts: offLine(sums.adjusted.applied, i),
        available_inventories: l.available,
        visibled: l.visible,
        ...(problem ? { problem } : {}),
      }
    }),
    item_count: lines.reduce((sum, l) => sum + l.quantity, 0),
    subtotal: formatMoney(sums.subtotal),
    discount: formatMoney(sums.discount),
    adjustments: listPriceNotices(sums.adjusted.applied),
    choices: cart.choices,
    gifts: listGifts(sums.adjusted),
    hints: sums.adjusted.hints,
    total: formatMoney(sums.total),
    taxes: toStatedTaxes(sums.taxes),
    currency: money.code,
    // A choice may have become invalid: it is reported and gives no reduction.
    notices: listNotices(ctx, refused),
  }
}

/** Messages of rejected choices, in the visitor's language. */
export const listNotices = (ctx: Ctx, refused: readonly AppError[]): string[] =>
  refused.flatMap(({ messages }) =>
    Object.values(messages)
      .flat()
      .map((notice) => translate(ctx, notice)),
  )

/** Price reductions for display. */
export const listPriceNotices = (applied: readonly Applied[]): Adjustment[] =>
  applied.map(({ kind, label, code, ...off }) => ({
    kind,
    label,
    code,
    amount: formatMoney(getAmount(off)),
    shipping: formatMoney(off.shipping),
  }))

/** Reductions of one line for display, with their sources. */
const offLine = (applied: readonly Applied[], line: number): { label: string; amount: string }[] =>
  applied.flatMap(({ label, shares }) => ((shares[line] ?? 0) > 0 ? [{ label, amount: formatMoney(shares[line] ?? 0) }] : []))

/** Gifts for display. */
export const listGifts = ({ gifts }: Pick<AdjustmentResult, 'gifts'>): CartView['gifts'] =>
  gifts.map(({ line: { name, image, link, quantity, options }, label }) => ({ name, image, link, quantity, options, label }))
