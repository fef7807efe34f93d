import { type Ctx, AppError, formatMoney, idempotent, type Kernel, NOT_FOUND, sign, sql, type Tx } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { GATEWAY_FAILED, latestAttemptSql, PAYMENTS, type PaymentAction } from 'stoa/plugins/payments'
import { CART_EMPTY } from '../../errors.ts'
import type { CheckoutAnswer } from '../../api-types.ts'
import type { CheckoutFields } from '../sale/checkout-input.ts'
import { assertBuyable, cartLines } from '../sale/lines.ts'
import { type Answer, getOrderer, type PlacedOrder, placeSale, findStanding, type Visit } from './place.ts'
import { countsSql, getCustomerId, hashSource } from '../sale/buyer-limits.ts'
import { newOrder, type NewOrderRow, newOrderSql } from '../order/write.ts'

/**
 * Turns a cart into an order, once: the cart is locked, so a second checkout of it finds it ordered and answers that order. Prices and
 * stock are taken from locked rows, never from the client. Everything happens in one transaction; the payment provider is only asked
 * after it.
 * @throws Failed CART_EMPTY, and what `placeSale` throws.
 */
export async function checkout(
  ctx: Ctx,
  body: CheckoutFields,
  key: string | undefined,
  { cookies, ip }: Pick<Visit, 'cookies'> & { ip: string },
): Promise<Answer> {
  const visit = { cookies, from: hashSource(ctx, ip) }
  const cart = body.cart_id ?? ''
  // What somebody was answered is answered again to them alone.
  const scope = `checkout ${getCustomerId(ctx) ?? 'guest'} ${cart.slice(0, 64)}`
  // Not kept with the answer: an order that is paid by then has nothing to tell any more.
  let told: PaymentAction | undefined
  const placed = await ctx.kernel
    .transaction((tx) =>
      idempotent(tx, scope, key, body, async () => {
        const answer = await placeCart(tx, ctx, cart, body, visit)
        told = answer.told
        return answer.placed
      }),
    )
    .catch(async (error: unknown) => {
      // Somebody else was a moment faster: the buyer reads which of the goods are gone.
      if (error instanceof AppError && error.kind === OUT_OF_STOCK) assertBuyable(ctx, await cartLines(ctx.kernel.db, ctx, cart))
      throw error
    })
  return { placed, told }
}

interface Locked extends NewOrderRow {
  id: number
  status: string
  order_id: number | null
  choices: Record<string, unknown>
}

async function placeCart(tx: Tx, ctx: Ctx, publicId: string, body: CheckoutFields, visit: Visit): Promise<Answer> {
  const orderer = getOrderer(ctx, body, visit)
  const [standing, cart, lines] = await Promise.all([
    findStanding(tx, ctx, body, visit),
    tx.one<Locked>(
      sql`select id, status, order_id, choices, ${newOrderSql(ctx, sql`cart_item i where i.cart_id = cart.id`, countsSql(ctx, orderer))} from cart
      where public_id = ${publicId} and (customer_id is null or customer_id = ${orderer.customer}) for update`,
      `sales.cart-lock ${orderer.customer === null ? 'guest' : 'customer'}`,
    ),
    cartLines(tx, ctx, publicId),
  ])
  // The answer to an order may be lost on its way: asked again, it is given again.
  if (cart?.order_id) return { placed: await findPlacedOrder(tx, ctx, cart.order_id), told: undefined }
  if (!cart || cart.status !== 'pending' || lines.length === 0) throw new AppError(CART_EMPTY)
  return placeSale(tx, ctx, { lines, choices: cart.choices, cart: cart.id, known: newOrder(cart) }, body, standing)
}

/** An order that was placed before, with its newest attempt to pay: what placing it answered. */
async function findPlacedOrder(tx: Tx, ctx: Ctx, id: number): Promise<PlacedOrder> {
  const row = await tx.one<{ number: string; status: string; total: number; currency: string; reference: string; method: string }>(sql`
    select o.order_number as number, o.status, o.total_minor as total, o.currency, p.reference, p.method
    from sales_order o left join lateral ${latestAttemptSql('order', sql`o.id`)} p on true where o.id = ${id}`)
  const offer = (await ctx.kernel.get(PAYMENTS).offers(ctx, {}, tx)).find((o) => o.code === row?.method)
  if (!row || !offer) throw new AppError(NOT_FOUND)
  const { number, status, total, currency, reference } = row
  const bill = { document: { type: 'order', id }, number, amount: total, currency, method: offer }
  return { id, number, status, total, currency, reference, bill }
}

/**
 * What somebody who just ordered is answered, after commit. Its payment begins here, unless how it goes on was `told` already; `done` is
 * where they are led when nothing else is left to do.
 */
export async function toCheckoutResult(
  kernel: Kernel,
  placed: PlacedOrder,
  told: PaymentAction | undefined,
  done: string,
): Promise<CheckoutAnswer> {
  const action = told ?? (await toPaymentStart(kernel, placed))
  return {
    order: { order_number: placed.number, status: placed.status, total: formatMoney(placed.total), currency: placed.currency },
    payment: { method: placed.bill.method.code, action: action ?? { type: 'none' } },
    order_number: placed.number,
    redirect_url: !action ? `/order/fail?order=${placed.number}` : action.type === 'redirect' ? action.url : done,
    ...(action?.type === 'card' ? { key: action.key } : {}),
    access_token: sign(kernel.config, 'order', placed.number),
  }
}

/** Where the payer goes; undefined when the provider cannot be asked now: the order stands and can be paid later. */
async function toPaymentStart(kernel: Kernel, { bill, reference }: PlacedOrder): Promise<PaymentAction | undefined> {
  try {
    return await kernel.get(PAYMENTS).start({ kernel }, bill, reference)
  } catch (error) {
    if (error instanceof AppError && error.kind === GATEWAY_FAILED) return undefined
    throw error
  }
}
