import { f, idempotent, NOT_FOUND, parseMoney, route, t, WRONG_STATE } from 'stoa'
import { MONEY_RESERVED, NOT_PAYABLE } from 'stoa/plugins/payments'
import { lockOrder, getMissingAmount } from '../services/order/head.ts'
import { createPayLink } from '../services/order/pay-link.ts'
import { order as orderRecord } from '../resources/order.ts'

const errors = [NOT_FOUND, WRONG_STATE]

/** Payments of an order: recorded by hand, or requested by a link. */
export const moneyRoutes = [
  route({
    on: 'POST /order/:id/payment',
    id: 'order.payment',
    summary: 'Records a manual payment of the missing amount, or of a part of it',
    needs: 'pay order',
    idempotent: true,
    body: { amount: f.maybe(f.money()), reference: f.text({ default: '', maxLength: 100 }) },
    response: t.row('order'),
    errors: [...errors, NOT_PAYABLE, MONEY_RESERVED],
    run: async ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      await kernel.transaction((tx) =>
        idempotent(tx, `payment ${id}`, idempotencyKey, body, async () => {
          const { amount, reference } = body
          const isFullAmount = amount === null || parseMoney(amount) === getMissingAmount(await lockOrder(tx, id))
          await kernel.resources.transitionIn(
            tx,
            ctx,
            orderRecord,
            id,
            isFullAmount ? 'pay' : 'receive',
            isFullAmount ? { reference } : { amount, reference },
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
    summary: 'Creates a pay link, and e-mails it on request',
    needs: 'pay order',
    body: { expires_at: f.maybe(f.instant()), send: f.flag({ default: false }) },
    response: t.object({ url: t.text(), expires_at: t.dateTime() }),
    status: 201,
    errors: errors,
    run: ({ ctx, params, body }) => createPayLink(ctx, params.id, { expires: body.expires_at, send: body.send }),
  }),
]
