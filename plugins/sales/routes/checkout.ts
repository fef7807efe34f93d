import { AppError, formatMoney, route } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { CAPTCHA } from 'stoa/plugins/people'
import { CART_CHANGED, CART_EMPTY, CHECKOUT_CLOSED, SIGN_IN_TO_BUY, TOTAL_INCREASED } from '../errors.ts'
import { askCarriers } from '../services/ask-carriers.ts'
import { findCart } from '../services/cart.ts'
import { cartLines } from '../services/sale/lines.ts'
import { listGifts, listNotices, listPriceNotices, toCartView } from '../services/cart-view.ts'
import { checkoutFields, previewFields } from '../services/sale/checkout-input.ts'
import { checkout, toCheckoutResult } from '../services/checkout/checkout.ts'
import { createQuote, readTerms } from '../services/sale/quote.ts'
import { CheckoutAnswer, CheckoutPreview } from '../api-types.ts'
import { toStatedTaxes } from '../services/order/taxes.ts'
import { requireOpen } from '../services/sale/buyer-limits.ts'

const fails = [CHECKOUT_CLOSED, SIGN_IN_TO_BUY, CART_EMPTY]

/** `POST /api/checkout/preview` and `POST /api/checkout`. */
export const checkoutRoutes = [
  route({
    on: 'POST /checkout/preview',
    id: 'checkout.preview',
    summary: 'Totals of a cart, with payment and shipping options',
    access: 'public',
    body: previewFields,
    response: CheckoutPreview,
    errors: fails,
    admit: ({ ctx }) => requireOpen(ctx, 'checkout'),
    run: async ({ kernel, ctx, body }) => {
      const cart = await findCart(kernel.db, ctx, body.cart_id)
      if (!cart) throw new AppError(CART_EMPTY)
      const [lines, terms] = await Promise.all([cartLines(kernel.db, ctx, cart.public_id), readTerms(ctx)])
      const refused: AppError[] = []
      const guest = body.email ? { email: body.email } : null
      const q = await createQuote(ctx, lines, { ...body, guest, adjust: cart.choices, refused: (error) => refused.push(error) }, terms)
      const view = await toCartView(ctx, cart, lines, q.currency)
      return {
        cart: view,
        needs_shipping: q.needsShipping,
        needs_address: q.needsAddress,
        areas: q.areas,
        shipping_methods: q.shippingChoices,
        payment_methods: q.paymentOffers.map(({ code, title, description }) => ({ code, title, description })),
        subtotal: formatMoney(q.subtotal),
        discount: formatMoney(q.discount),
        shipping: formatMoney(q.shipping),
        adjustments: listPriceNotices(q.adjusted.applied),
        gifts: listGifts(q.adjusted),
        hints: q.adjusted.hints,
        total: formatMoney(q.total),
        taxes: toStatedTaxes(q.taxes),
        currency: q.currency.code,
        notices: listNotices(ctx, refused),
      }
    },
  }),
  route({
    on: 'POST /checkout',
    id: 'checkout.place',
    summary: 'Place the order of a cart and start its payment',
    access: 'public',
    idempotent: true,
    body: checkoutFields,
    response: CheckoutAnswer,
    status: 201,
    errors: [...fails, CART_CHANGED, OUT_OF_STOCK, TOTAL_INCREASED],
    admit: async ({ kernel, ctx, request }) => {
      await kernel.get(CAPTCHA).require(request, 'checkout')
      requireOpen(ctx, 'checkout')
    },
    run: async ({ kernel, ctx, body, idempotencyKey, request }) => {
      await askCarriers(ctx, body)
      const { placedOrder, paymentAction } = await checkout(ctx, body, idempotencyKey, request)
      return toCheckoutResult(kernel, placedOrder, paymentAction, `/order/success?order=${placedOrder.number}`)
    },
  }),
]
