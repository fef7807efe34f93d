import { f, Failed, formatMoney, idempotent, invalid, NOT_FOUND, parseMoney, route, t, text, WRONG_STATE } from '#core'
import { MONEY_RESERVED, NOT_PAYABLE } from '../../payments/index.ts'
import { unpaid } from '../domain/statuses.ts'
import { lockOrder } from '../services/order/head.ts'
import { payLink } from '../services/order/pay-link.ts'

const minor = (amount: string | null): number | undefined => (amount === null ? undefined : parseMoney(amount))
const fails = [NOT_FOUND, WRONG_STATE]

/** Money of an order: taken by hand, or asked for by a link. */
export const moneyRoutes = [
  route({
    on: 'POST /order/:id/payment',
    id: 'order.payment',
    summary: 'Books money that was taken by hand: all that is missing',
    needs: 'pay order',
    keyed: true,
    body: { amount: f.maybe(f.money()), reference: f.text({ default: '', maxLength: 100 }) },
    answer: t.row('order'),
    fails: [...fails, NOT_PAYABLE, MONEY_RESERVED],
    run: async ({ kernel, ctx, params: { id }, body, key }) => {
      await kernel.work((tx) =>
        idempotent(tx, `payment ${id}`, key, body, async () => {
          const o = await lockOrder(tx, id)
          if (!unpaid.includes(o.status)) throw new Failed(WRONG_STATE)
          const amount = minor(body.amount)
          // Part payments would leave an order neither paid nor unpaid.
          if (amount !== undefined && amount !== o.total - o.paid)
            throw invalid({ amount: text('sales:error.exact_amount', { amount: formatMoney(o.total - o.paid) }) })
          await kernel.resources.moveIn(tx, ctx, 'order', id, 'pay', { reference: body.reference })
          return { id }
        }),
      )
      return kernel.resources.get(ctx, 'order', id)
    },
  }),
  route({
    on: 'POST /order/:id/pay_link',
    id: 'order.pay_link',
    summary: 'An address at which whoever has it can pay the order, mailed if so asked',
    needs: 'pay order',
    body: { expires_at: f.maybe(f.instant()), send: f.flag({ default: false }) },
    answer: t.object({ url: t.text(), expires_at: t.when() }),
    status: 201,
    fails,
    run: ({ ctx, params, body }) => payLink(ctx, params.id, { expires: body.expires_at, send: body.send }),
  }),
]
