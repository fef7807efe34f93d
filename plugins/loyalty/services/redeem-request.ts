import { type Ctx, AppError, idempotent, INVALID, validationError, type Message, message, UNAUTHENTICATED } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import type { PaymentAction } from 'stoa/plugins/payments'
import {
  type Purchase,
  CART_CHANGED,
  type CheckoutResponse,
  toCheckoutResponse,
  type CheckoutFields,
  getCustomerId,
  hashNetwork,
  ORDERS,
  assertShopAllows,
} from 'stoa/plugins/sales'
import { FOR_POINTS, type RedemptionRequest, checkRedemption } from './redeem.ts'

/** A redemption request: items and checkout fields. */
export type Request = RedemptionRequest & Omit<CheckoutFields, 'cart_id' | 'guest'>

const getBuying = ({ stock_id, quantity }: RedemptionRequest): Purchase => ({
  items: [{ id: 1, kind: 'stock', subject_id: stock_id, quantity, additional_options: FOR_POINTS }],
  source: 'redeem',
})

const HERE = 'choices.redeem.'

/** Maps errors of the checkout to the fields of a request for a single stock, with the messages of redemptions. */
function plain(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.kind === OUT_OF_STOCK || error.kind === CART_CHANGED) return validationError({ stock_id: message('loyalty:redeem.not_enough') })
  if (error.kind !== INVALID || Array.isArray(error.messages)) return error
  const texts = Object.entries(error.messages as Record<string, Message[]>)
  return new AppError(
    INVALID,
    Object.fromEntries(texts.map(([name, text]) => [name.startsWith(HERE) ? name.slice(HERE.length) : name, text])),
  )
}

/**
 * Redeems points: creates an order with the source `redeem` whose items cost nothing, in one transaction with points and stock. Shipping is
 * paid as in any order.
 * @throws AppError INVALID by field, UNAUTHENTICATED, and the errors of placing an order
 */
export async function redeemPoints(
  ctx: Ctx,
  { stock_id, quantity, ...checkoutInput }: Request,
  key: string | undefined,
  visiting: { cookies: Readonly<Record<string, string | undefined>>; ip: string },
): Promise<CheckoutResponse> {
  const { kernel } = ctx
  const customer = getCustomerId(ctx)
  if (customer === null) throw new AppError(UNAUTHENTICATED)
  assertShopAllows(ctx, 'checkout')
  let action: PaymentAction | undefined
  try {
    const placedOrder = await kernel.transaction((tx) =>
      idempotent(tx, `redeem ${customer}`, key, { stock_id, quantity, ...checkoutInput }, async () => {
        const redemption = await checkRedemption(ctx, tx, customer, [{ stock_id, quantity }])
        if ('refused' in redemption) throw validationError(redemption.refused)
        const answer = await kernel
          .get(ORDERS)
          .place(
            tx,
            ctx,
            getBuying({ stock_id, quantity }),
            { ...checkoutInput, cart_id: null, guest: null },
            { cookies: visiting.cookies, networkHash: hashNetwork(ctx, visiting.ip) },
          )
        action = answer.paymentAction
        return answer.placedOrder
      }),
    )
    return await toCheckoutResponse(kernel, placedOrder, action, `/order/success?order=${placedOrder.number}`)
  } catch (error) {
    throw plain(error)
  }
}
