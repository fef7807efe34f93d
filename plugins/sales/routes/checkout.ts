import { Failed, formatMoney, route } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { CAPTCHA } from 'stoa/plugins/people'
import { CART_CHANGED, CART_EMPTY, CHECKOUT_CLOSED, SIGN_IN_TO_BUY, DEARER } from '../errors.ts'
import { askCarriers } from '../services/ask-carriers.ts'
import { findCart } from '../services/cart.ts'
import { cartLines } from '../services/sale/lines.ts'
import { giftsOf, noticesOf, toldOf, viewOf } from '../services/cart-view.ts'
import { checkoutFields, previewFields } from '../services/sale/checkout-input.ts'
import { checkout, checkoutAnswer } from '../services/checkout/checkout.ts'
import { quote, termsOf } from '../services/sale/quote.ts'
import { CheckoutAnswer, CheckoutPreview } from '../wire.ts'
import { statedTaxes } from '../services/order/taxes.ts'
import { requireOpen } from '../services/sale/who-may-buy.ts'

const fails = [CHECKOUT_CLOSED, SIGN_IN_TO_BUY, CART_EMPTY]

/** `POST /api/checkout/preview` and `POST /api/checkout`. */
export const checkoutRoutes = [
  route({
    on: 'POST /checkout/preview',
    id: 'checkout.preview',
    summary: 'What a cart would cost, and how it can be paid and received',
    access: 'public',
    body: previewFields,
    answer: CheckoutPreview,
    fails,
    admit: ({ ctx }) => requireOpen(ctx, 'checkout'),
    run: async ({ kernel, ctx, body }) => {
      const cart = await findCart(kernel.db, ctx, body.cart_id)
      if (!cart) throw new Failed(CART_EMPTY)
      const [lines, terms] = await Promise.all([cartLines(kernel.db, ctx, cart.public_id), termsOf(ctx)])
      const refused: Failed[] = []
      const guest = body.email ? { email: body.email } : null
      const q = await quote(ctx, lines, { ...body, guest, adjust: cart.choices, refused: (error) => refused.push(error) }, terms)
      const view = await viewOf(ctx, cart, lines, q.currency)
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
        adjustments: toldOf(q.adjusted.applied),
        gifts: giftsOf(q.adjusted),
        hints: q.adjusted.hints,
        total: formatMoney(q.total),
        taxes: statedTaxes(q.taxes),
        currency: q.currency.code,
        notices: noticesOf(ctx, refused),
      }
    },
  }),
  route({
    on: 'POST /checkout',
    id: 'checkout.place',
    summary: 'Turns a cart into an order and begins its payment',
    access: 'public',
    keyed: true,
    body: checkoutFields,
    answer: CheckoutAnswer,
    status: 201,
    fails: [...fails, CART_CHANGED, OUT_OF_STOCK, DEARER],
    admit: async ({ kernel, ctx, request }) => {
      await kernel.get(CAPTCHA).require(request, 'checkout')
      requireOpen(ctx, 'checkout')
    },
    run: async ({ kernel, ctx, body, key, request }) => {
      await askCarriers(ctx, body)
      const { placed, told } = await checkout(ctx, body, key, request)
      return checkoutAnswer(kernel, placed, told, `/order/success?order=${placed.number}`)
    },
  }),
]
