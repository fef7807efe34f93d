import type { FastifyInstance } from 'fastify'
import { ctxOf, Failed, formatMoney, type Kernel, sign } from '#core'
import { PAYMENTS, type PaymentAction } from '../../payments/index.ts'
import { CAPTCHA } from '../../people/index.ts'
import { CART_EMPTY } from '../errors.ts'
import { findCart, requireOpen } from '../services/cart.ts'
import { cartLines } from '../services/cart-lines.ts'
import { toView } from '../services/cart-view.ts'
import { type Placed, placeOrder } from '../services/place.ts'
import { quote } from '../services/quote.ts'
import type { CheckoutAnswer, CheckoutPreview } from '../wire.ts'

type Body = Record<string, unknown>
const open = { config: { access: 'public' as const }, schema: { tags: ['checkout'] } }

/** `POST /api/checkout/preview` and `POST /api/checkout`. */
export function checkoutRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/checkout/preview', open, async (request): Promise<CheckoutPreview> => {
    const ctx = ctxOf(kernel, request)
    const body = (request.body ?? {}) as Body
    requireOpen(ctx, 'checkout')
    const cart = await findCart(kernel.db, ctx, body.cart_id)
    if (!cart) throw new Failed(CART_EMPTY)
    const lines = await cartLines(kernel.db, ctx, cart.public_id)
    const q = await quote(ctx, lines, body)
    return {
      cart: toView(ctx, cart, lines),
      needs_shipping: q.needsShipping,
      needs_address: q.needsAddress,
      areas: q.areas,
      shipping_methods: q.shippingChoices,
      payment_methods: q.paymentOffers.map(({ code, title, description }) => ({ code, title, description })),
      subtotal: formatMoney(q.subtotal),
      discount: formatMoney(q.discount),
      shipping: formatMoney(q.shipping),
      total: formatMoney(q.total),
      currency: q.currency.code,
      notices: [],
    }
  })

  app.post('/checkout', open, async (request, reply) => {
    const ctx = ctxOf(kernel, request)
    await kernel.get(CAPTCHA).require(request, 'checkout')
    const key = request.headers['idempotency-key']
    const { placed, told } = await placeOrder(ctx, (request.body ?? {}) as Body, typeof key === 'string' ? key : undefined, request)
    const action = told ?? (await startOf(kernel, placed))
    const answer: CheckoutAnswer = {
      order: { order_number: placed.number, status: placed.status, total: formatMoney(placed.total), currency: placed.currency },
      payment: { method: placed.bill.method.code, action: action ?? { type: 'none' } },
      order_number: placed.number,
      redirect_url: !action
        ? `/order/fail?order=${placed.number}`
        : action.type === 'redirect'
          ? action.url
          : `/order/success?order=${placed.number}`,
      ...(action?.type === 'card' ? { key: action.key } : {}),
      access_token: sign(kernel.config, 'order', placed.number),
    }
    return reply.code(201).send(answer)
  })
}

/** Where the payer goes; undefined when the provider cannot be asked now: the order stands and can be paid later. */
async function startOf(kernel: Kernel, { bill, reference }: Placed): Promise<PaymentAction | undefined> {
  try {
    return await kernel.get(PAYMENTS).start(bill, reference)
  } catch (error) {
    if (error instanceof Failed && error.kind.code === 'GATEWAY_FAILED') return undefined
    throw error
  }
}
