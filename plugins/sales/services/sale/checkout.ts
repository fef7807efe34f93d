import { type Ctx, Failed, idempotent, sql, type Tx } from '#core'
import type { PaymentAction } from '../../../payments/index.ts'
import { CART_EMPTY } from '../../errors.ts'
import { customerOf } from '../cart.ts'
import { newOrder, type NewOrderRow, newOrderSql } from '../number.ts'
import type { CheckoutFields } from './checkout-input.ts'
import { markOf } from './limits.ts'
import { cartLines } from './lines.ts'
import { ordered } from './ordered.ts'
import { type Answer, placeSale, standingOf, type Visit } from './place.ts'

/**
 * Turns a cart into an order, once: the cart is locked, so a second checkout of it finds it ordered and answers
 * that order. Prices and stock are taken from locked rows, never from the client. Everything happens in one
 * transaction; the payment provider is only asked after it. What it writes leaves with its commit; where that is refused, it is placed once
 * more with everything waited for, so that whoever orders is told why.
 * @throws Failed CART_EMPTY, and what `placeSale` throws.
 */
export async function checkout(
  ctx: Ctx,
  body: CheckoutFields,
  key: string | undefined,
  { cookies, ip }: Pick<Visit, 'cookies'> & { ip: string },
): Promise<Answer> {
  const visit = { cookies, from: markOf(ctx, ip) }
  const cart = body.cart_id ?? ''
  // What somebody was told is told again to them alone.
  const scope = `checkout ${customerOf(ctx) ?? 'guest'} ${cart.slice(0, 64)}`
  // Not kept with the answer: an order that is paid by then has nothing to tell any more.
  let told: PaymentAction | undefined
  const attempt = (sent: boolean) =>
    ctx.kernel.work((tx) =>
      idempotent(tx, scope, key, body, async () => {
        const answer = await placeCart(tx, ctx, cart, body, visit, sent)
        told = answer.told
        return answer.placed
      }),
    )
  const placed = await attempt(true).catch((error: unknown) => {
    if (!isRefused(error)) throw error
    return attempt(false)
  })
  return { placed, told }
}

/** A constraint was broken, perhaps by something nobody waited for: its error, or that of what was asked after it. */
const isRefused = (error: unknown) => /^(23...|25P02)$/.test((error as { code?: string }).code ?? '')

interface Locked extends NewOrderRow {
  id: number
  status: string
  order_id: number | null
  choices: Record<string, unknown>
}

async function placeCart(tx: Tx, ctx: Ctx, publicId: string, body: CheckoutFields, visit: Visit, sent: boolean): Promise<Answer> {
  const [standing, cart, lines] = await Promise.all([
    standingOf(tx, ctx, body, visit),
    tx.one<Locked>(
      sql`select id, status, order_id, choices, ${newOrderSql(sql`cart_item i where i.cart_id = cart.id`)} from cart
      where public_id = ${publicId} and (customer_id is null or customer_id = ${customerOf(ctx)}) for update`,
      'sales.cart-lock',
    ),
    cartLines(tx, ctx, publicId),
  ])
  // The answer to an order may be lost on its way: asked again, it is given again.
  if (cart?.order_id) return { placed: await ordered(tx, ctx, cart.order_id), told: undefined }
  if (!cart || cart.status !== 'pending' || lines.length === 0) throw new Failed(CART_EMPTY)
  return placeSale(tx, ctx, { lines, choices: cart.choices, cart: cart.id, known: newOrder(cart), sent }, body, standing)
}
