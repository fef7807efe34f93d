import { f, idempotent, NOT_FOUND, parseMoney, route, t, WRONG_STATE } from 'stoa'
import { MONEY_RESERVED, NOT_PAYABLE } from 'stoa/plugins/payments'
import { lockOrder, getMissingAmount } from '../services/order/head.ts'
import { createPayLink } from '../services/order/pay-link.ts'
import { order as orderRecord } from '../resources/order.ts'

const fails = [NOT_FOUND, WRONG_STATE]

/** Payments of an order: recorded by hand, or requested by a link. */
export const moneyRoutes = [
  route({
    on: 'POST /order/:id/payment',
    id: 'order.payment',
    summary: 'Record a manual payment, of the whole balance or of a part',
    needs: 'pay order',
    idempotent: true,
    body: { amount: f.maybe(f.money()), reference: f.text({ default: '', maxLength: 100 }) },
    response: t.row('order'),
    errors: [...fails, NOT_PAYABLE, MONEY_RESERVED],
    run: async ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      await kernel.transaction((tx) =>
        idempotent(tx, `payment ${id}`, idempotencyKey, body, async () => {
          const { amount, reference } = body
          const whole = amount === null || parseMoney(amount) === getMissingAmount(await lockOrder(tx, id))
          await kernel.resources.transitionIn(
            tx,
            ctx,
            orderRecord,
            id,
            whole ? 'pay' : 'receive',
            whole ? { reference } : { amount, reference },
          )
          return { id }
        }),
      )
      return kernel.resources.get(ctx, 'order', id)
    },
  }),
  route({
    on: 'POST /order/:id/pay_link',
    id: 'order.pay_link',
    summary: 'Create a payment link of an order, and email it if requested',
    needs: 'pay order',
    body: { expires_at: f.maybe(f.instant()), send: f.flag({ default: false }) },
    response: t.object({ url: t.text(), expires_at: t.dateTime() }),
    status: 201,
    errors: fails,
    run: ({ ctx, params, body }) => createPayLink(ctx, params.id, { expires: body.expires_at, send: body.send }),
  }),
]
