import { f, AppError, route, t, UNAUTHENTICATED } from 'stoa'
import {
  checkoutFields,
  CheckoutResponse,
  CHECKOUT_CLOSED,
  getCustomerId,
  TOTAL_INCREASED,
  MAX_QUANTITY,
  SIGN_IN_TO_BUY,
} from 'stoa/plugins/sales'
import { ownRedemptions, listRedeemable } from '../services/redeem-read.ts'
import { redeemPoints } from '../services/redeem-request.ts'
import { OwnRedemption, RedeemableList } from '../api-types.ts'

const { cart_id: _cart, guest: _guest, ...sending } = checkoutFields

/** `GET /api/redeem` (specification C §7), `POST /api/redeem` and `GET /api/redemption`. */
export const redeemRoutes = [
  route({
    access: 'public',
    on: 'GET /redeem',
    id: 'redeem.shelf',
    summary: 'Rewards, with the number the signed-in customer can still redeem',
    query: { url: f.maybe(f.text({ maxLength: 300, docs: 'Of one product, by its address.' })) },
    response: RedeemableList,
    run: ({ ctx, query, reply }) => {
      void reply.header('cache-control', 'no-store')
      return listRedeemable(ctx, query.url || null)
    },
  }),
  route({
    access: 'customer',
    on: 'POST /redeem',
    id: 'redeem.give',
    summary: 'Redeem points for a reward: creates an order at no charge, shipped or picked up',
    idempotent: true,
    body: {
      stock_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' }),
      quantity: f.int({ min: 1, max: MAX_QUANTITY, says: 'sales:cart.less_than_one' }),
      ...sending,
    },
    response: CheckoutResponse,
    status: 201,
    errors: [CHECKOUT_CLOSED, SIGN_IN_TO_BUY, TOTAL_INCREASED],
    run: ({ ctx, body, idempotencyKey, request }) => redeemPoints(ctx, body, idempotencyKey, request),
  }),
  route({
    access: 'customer',
    on: 'GET /redemption',
    id: 'redeem.own',
    summary: 'Rewards the signed-in customer redeemed, newest first',
    response: t.object({ data: t.list(OwnRedemption) }),
    run: async ({ ctx }) => {
      const customer = getCustomerId(ctx)
      if (customer === null) throw new AppError(UNAUTHENTICATED)
      return { data: await ownRedemptions(ctx, customer) }
    },
  }),
]
