import { AppError, formatMoney, route } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { CAPTCHA } from 'stoa/plugins/people'
import { CART_CHANGED, CART_EMPTY, CHECKOUT_CLOSED, SIGN_IN_TO_BUY, TOTAL_INCREASED } from '../errors.ts'
import { fetchCarrierRates } from '../services/fetch-carrier-rates.ts'
import { findCart } from '../services/cart.ts'
import { readCartLines } from '../services/sale/lines.ts'
import { listGifts, listNotices, listPriceNotices, toCartView } from '../services/cart-view.ts'
import { checkoutFields, previewFields } from '../services/sale/checkout-input.ts'
import { checkout, toCheckoutResponse } from '../services/checkout/checkout.ts'
import { createQuote, readTerms } from '../services/sale/quote.ts'
import { CheckoutResponse, CheckoutPreview } from '../api-types.ts'
import { toStatedTaxes } from '../services/order/taxes.ts'
import { assertShopAllows } from '../services/sale/buyer-limits.ts'

const errors = [CHECKOUT_CLOSED, SIGN_IN_TO_BUY, CART_EMPTY]

/** `POST /api/checkout/preview` and `POST /api/checkout`. */
export const checkoutRoutes = [
  route({
    on: 'POST /checkout/preview',
    id: 'checkout.preview',
    summary: 'Price of a cart with its shipping and payment methods',
    access: 'public',
    body: previewFields,
    response: CheckoutPreview,
    errors: errors,
    admit: ({ ctx }) => assertShopAllows(ctx, 'checkout'),
    run: async ({ kernel, ctx, body }) => {
      const cart = await findCart(kernel.db, ctx, body.cart_id)
      if (!cart) throw new AppError(CART_EMPTY)
      const [lines, terms] = await Promise.all([readCartLines(kernel.db, ctx, cart.public_id), readTerms(ctx)])
      const refused: AppError[] = []
      const guest = body.email ? { email: body.email } : null
      const quote = await createQuote(
        ctx,
        lines,
        { ...body, guest, choices: cart.choices, onRefusedChoice: (error) => refused.push(error) },
        terms,
      )
      const view = await toCartView(ctx, cart, lines, quote.currency)
      return {
        cart: view,
        needs_shipping: quote.needsShipping,
        needs_address: quote.needsAddress,
        areas: quote.areas,
        shipping_methods: quote.shippingChoices,
        payment_methods: quote.paymentOffers.map(({ code, title, description }) => ({ code, title, description })),
        subtotal: formatMoney(quote.subtotal),
        discount: formatMoney(quote.discount),
        shipping: formatMoney(quote.shipping),
        adjustments: listPriceNotices(quote.adjusted.applied),
        gifts: listGifts(quote.adjusted),
        hints: quote.adjusted.hints,
        total: formatMoney(quote.total),
        taxes: toStatedTaxes(quote.taxes),
        currency: quote.currency.code,
        notices: listNotices(ctx, refused),
      }
    },
  }),
  route({
    on: 'POST /checkout',
    id: 'checkout.place',
    summary: 'Turns a cart into an order and starts its payment',
    access: 'public',
    idempotent: true,
    body: checkoutFields,
    response: CheckoutResponse,
    status: 201,
    errors: [...errors, CART_CHANGED, OUT_OF_STOCK, TOTAL_INCREASED],
    admit: async ({ kernel, ctx, request }) => {
      await kernel.get(CAPTCHA).require(request, 'checkout')
      assertShopAllows(ctx, 'checkout')
    },
    run: async ({ kernel, ctx, body, idempotencyKey, request }) => {
      await fetchCarrierRates(ctx, body)
      const { placedOrder, paymentAction } = await checkout(ctx, body, idempotencyKey, request)
      return toCheckoutResponse(kernel, placedOrder, paymentAction, `/order/success?order=${placedOrder.number}`)
    },
  }),
]
