import { type Ctx, Failed, idempotent, INVALID, invalid, type Text, text, UNAUTHENTICATED } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import type { PaymentAction } from 'stoa/plugins/payments'
import {
  type Buying,
  CART_CHANGED,
  type CheckoutAnswer,
  checkoutAnswer,
  type CheckoutFields,
  customerOf,
  markOf,
  ORDERS,
  requireOpen,
} from 'stoa/plugins/sales'
import { FOR_POINTS, type Wanted, weighRedemption } from './redeem.ts'

/** What somebody wants for points, and how they come by it. */
export type Request = Wanted & Omit<CheckoutFields, 'cart_id' | 'guest'>

const buyingOf = ({ stock_id, quantity }: Wanted): Buying => ({
  things: [{ id: 1, kind: 'stock', subject_id: stock_id, quantity, additional_options: FOR_POINTS }],
  source: 'redeem',
})

const HERE = 'choices.redeem.'

/** Refusals as whoever sent one stock reads them: by its own fields, and of goods in the words of redemptions. */
function plain(error: unknown): unknown {
  if (!(error instanceof Failed)) return error
  if (error.kind === OUT_OF_STOCK || error.kind === CART_CHANGED) return invalid({ stock_id: text('loyalty:redeem.not_enough') })
  if (error.kind !== INVALID || Array.isArray(error.texts)) return error
  const texts = Object.entries(error.texts as Record<string, Text[]>)
  return new Failed(
    INVALID,
    Object.fromEntries(texts.map(([name, told]) => [name.startsWith(HERE) ? name.slice(HERE.length) : name, told])),
  )
}

/**
 * Gives goods for points: an order of the source `redeem` whose goods cost nothing, in one transaction with its points and its stock. What
 * sending costs is paid as in any order. @throws Failed INVALID by field, UNAUTHENTICATED, and what placing an order throws
 */
export async function redeemNow(
  ctx: Ctx,
  { stock_id, quantity, ...told }: Request,
  key: string | undefined,
  visiting: { cookies: Readonly<Record<string, string | undefined>>; ip: string },
): Promise<CheckoutAnswer> {
  const { kernel } = ctx
  const customer = customerOf(ctx)
  if (customer === null) throw new Failed(UNAUTHENTICATED)
  requireOpen(ctx, 'checkout')
  let action: PaymentAction | undefined
  try {
    const placed = await kernel.work((tx) =>
      idempotent(tx, `redeem ${customer}`, key, { stock_id, quantity, ...told }, async () => {
        const weighed = await weighRedemption(ctx, tx, customer, [{ stock_id, quantity }])
        if ('refused' in weighed) throw invalid(weighed.refused)
        const answer = await kernel
          .get(ORDERS)
          .place(
            tx,
            ctx,
            buyingOf({ stock_id, quantity }),
            { ...told, cart_id: null, guest: null },
            { cookies: visiting.cookies, from: markOf(ctx, visiting.ip) },
          )
        action = answer.told
        return answer.placed
      }),
    )
    return await checkoutAnswer(kernel, placed, action, `/order/success?order=${placed.number}`)
  } catch (error) {
    throw plain(error)
  }
}
