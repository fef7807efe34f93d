import { type Ctx, AppError, formatMoney, idempotent, type Kernel, NOT_FOUND, sign, sql, type Tx } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { GATEWAY_FAILED, latestAttemptSql, PAYMENTS, type PaymentAction } from 'stoa/plugins/payments'
import { CART_EMPTY } from '../../errors.ts'
import type { CheckoutResponse } from '../../api-types.ts'
import type { CheckoutFields } from '../sale/checkout-input.ts'
import { assertBuyable, readCartLines } from '../sale/lines.ts'
import { type CheckoutResult, toLimitedBuyer, type PlacedOrder, placeSale, readCheckoutContext, type Visit } from './place.ts'
import { countsSql, getCustomerId, hashNetwork } from '../sale/buyer-limits.ts'
import { toNewOrder, type NewOrderRow, newOrderSql } from '../order/write.ts'

/**
 * Turns a cart into an order exactly once. The cart is locked, so that a second checkout finds it ordered and answers
 * the same order. Prices and stock come from locked rows, never from the client. All writes share one transaction;
 * the payment provider is called after commit.
 * @throws AppError CART_EMPTY, and what `placeSale` throws.
 */
export async function checkout(
  ctx: Ctx,
  body: CheckoutFields,
  key: string | undefined,
  { cookies, ip }: Pick<Visit, 'cookies'> & { ip: string },
): Promise<CheckoutResult> {
  const visit = { cookies, networkHash: hashNetwork(ctx, ip) }
  const cart = body.cart_id ?? ''
  // A repeated request gets the stored response only with the same identity.
  const scope = `checkout ${getCustomerId(ctx) ?? 'guest'} ${cart.slice(0, 64)}`
  // Not stored with the response: the order may be paid by the time of a retry.
  let paymentAction: PaymentAction | undefined
  const placedOrder = await ctx.kernel
    .transaction((tx) =>
      idempotent(tx, scope, key, body, async () => {
        const result = await placeCart(tx, ctx, cart, body, visit)
        paymentAction = result.paymentAction
        return result.placedOrder
      }),
    )
    .catch(async (error: unknown) => {
      // Race condition: another buyer took the stock. The error names the lines that are sold out.
      if (error instanceof AppError && error.kind === OUT_OF_STOCK) assertBuyable(ctx, await readCartLines(ctx.kernel.db, ctx, cart))
      throw error
    })
  return { placedOrder, paymentAction }
}

interface LockedCart extends NewOrderRow {
  id: number
  status: string
  order_id: number | null
  choices: Record<string, unknown>
}

async function placeCart(tx: Tx, ctx: Ctx, publicId: string, body: CheckoutFields, visit: Visit): Promise<CheckoutResult> {
  const limitedBuyer = toLimitedBuyer(ctx, body, visit)
  const [context, cart, lines] = await Promise.all([
    readCheckoutContext(tx, ctx, body, visit),
    tx.one<LockedCart>(
      sql`select id, status, order_id, choices, ${newOrderSql(ctx, sql`cart_item i where i.cart_id = cart.id`, countsSql(ctx, limitedBuyer))} from cart
      where public_id = ${publicId} and (customer_id is null or customer_id = ${limitedBuyer.customer}) for update`,
      `sales.cart-lock ${limitedBuyer.customer === null ? 'guest' : 'customer'}`,
    ),
    readCartLines(tx, ctx, publicId),
  ])
  // Idempotency: the response may be lost in transit, so a retry gets the same response.
  if (cart?.order_id) return { placedOrder: await findPlacedOrder(tx, ctx, cart.order_id), paymentAction: undefined }
  if (!cart || cart.status !== 'pending' || lines.length === 0) throw new AppError(CART_EMPTY)
  return placeSale(tx, ctx, { lines, choices: cart.choices, cart: cart.id, reservedOrder: toNewOrder(cart) }, body, context)
}

/** The order placed earlier and its newest payment attempt: the same response as when it was placed. */
async function findPlacedOrder(tx: Tx, ctx: Ctx, id: number): Promise<PlacedOrder> {
  const row = await tx.one<{ number: string; status: string; total: number; currency: string; reference: string; method: string }>(sql`
    select o.order_number as number, o.status, o.total_minor as total, o.currency, p.reference, p.method
    from sales_order o left join lateral ${latestAttemptSql('order', sql`o.id`)} p on true where o.id = ${id}`)
  const method = (await ctx.kernel.get(PAYMENTS).listOffers(ctx, {}, tx)).find((o) => o.code === row?.method)
  if (!row || !method) throw new AppError(NOT_FOUND)
  const { number, status, total, currency, reference } = row
  const paymentRequest = { document: { type: 'order', id }, number, amount: total, currency, method }
  return { id, number, status, total, currency, reference, bill: paymentRequest }
}

/**
 * The response of a checkout, built after commit. It starts the payment unless `paymentAction` is the next step
 * already. `doneUrl` is the page to open if no step is left.
 */
export async function toCheckoutResponse(
  kernel: Kernel,
  placedOrder: PlacedOrder,
  paymentAction: PaymentAction | undefined,
  doneUrl: string,
): Promise<CheckoutResponse> {
  const action = paymentAction ?? (await startPayment(kernel, placedOrder))
  return {
    order: {
      order_number: placedOrder.number,
      status: placedOrder.status,
      total: formatMoney(placedOrder.total),
      currency: placedOrder.currency,
    },
    payment: { method: placedOrder.bill.method.code, action: action ?? { type: 'none' } },
    order_number: placedOrder.number,
    redirect_url: !action ? `/order/fail?order=${placedOrder.number}` : action.type === 'redirect' ? action.url : doneUrl,
    ...(action?.type === 'card' ? { key: action.key } : {}),
    access_token: sign(kernel.config, 'order', placedOrder.number),
  }
}

/** Where the payer goes; undefined when the provider is unavailable. The order stands and can be paid later. */
async function startPayment(kernel: Kernel, { bill: paymentRequest, reference }: PlacedOrder): Promise<PaymentAction | undefined> {
  try {
    return await kernel.get(PAYMENTS).startPayment({ kernel }, paymentRequest, reference)
  } catch (error) {
    if (error instanceof AppError && error.kind === GATEWAY_FAILED) return undefined
    throw error
  }
}
