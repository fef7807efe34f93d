import { f, Failed, formatMoney, idempotent, invalid, NOT_FOUND, parseMoney, route, sql, t, text, WRONG_STATE } from '#core'
import { MONEY_RESERVED, NOT_PAYABLE } from '../../payments/index.ts'
import { unpaid } from '../domain/statuses.ts'
import { lockOrder, orderIdOf } from '../services/order/head.ts'
import { MOST_LINES } from '../services/order/input.ts'
import { payLink } from '../services/order/pay-link.ts'
import { decideRefund, refundDecisions, writeRefund } from '../services/order/refunds.ts'
import { closeReturn } from '../services/order/returns.ts'
import { Written } from '../wire-admin.ts'

const minor = (amount: string | null): number | undefined => (amount === null ? undefined : parseMoney(amount))
const fails = [NOT_FOUND, WRONG_STATE]

/** Money of an order: taken by hand, asked for by a link, given back. */
export const moneyRoutes = [
  route({
    on: 'POST /order/:id/refund',
    id: 'order.refund',
    summary: 'Gives money of an order back; above the limit of the shop somebody else has to approve it',
    needs: 'refund order',
    keyed: true,
    body: {
      lines: f.items(
        {
          order_line_id: f.int({ min: 1 }),
          quantity: f.int({ default: 0, min: 0, max: 9_999 }),
          amount: f.maybe(f.money()),
          cancel: f.int({ default: 0, min: 0, max: 9_999 }),
        },
        { default: [], maxItems: MOST_LINES },
      ),
      shipping: f.money({ default: '0.00' }),
      method: f.pick(['original', 'cash'], { default: 'original' }),
      reason: f.text({ maxLength: 500 }),
      return_id: f.maybe(f.int({ min: 1 })),
    },
    answer: Written,
    status: 201,
    fails,
    run: ({ kernel, ctx, params: { id }, body, key }) => {
      const { method, reason, return_id } = body
      const lines = body.lines.map((l) => ({ ...l, amount: minor(l.amount) }))
      const refunding = { lines, shipping: parseMoney(body.shipping), method, reason, ...(return_id === null ? {} : { return_id }) }
      return kernel.work((tx) =>
        idempotent(tx, `refund ${id}`, key, body, async () => {
          await lockOrder(tx, id)
          if (return_id !== null && !(await tx.one(sql`select 1 from sales_return where id = ${return_id} and order_id = ${id}`)))
            throw invalid({ return_id: text('core:rule.choice') })
          const written = await writeRefund(tx, ctx, id, refunding)
          if (return_id !== null) await closeReturn(tx, ctx, id, return_id)
          return written
        }),
      )
    },
  }),
  route({
    on: 'PUT /refund/:id',
    id: 'refund.update',
    summary: 'Approves a refund, says no to it, asks for it anew or gives it up',
    needs: 'refund order | approve refund',
    body: { status: f.pick(refundDecisions), reason: f.text({ default: '', maxLength: 500 }) },
    answer: t.row('refund'),
    fails,
    run: async ({ kernel, ctx, params: { id }, body }) => {
      const orderId = await orderIdOf(ctx, 'refund', id)
      await kernel.work((tx) => decideRefund(tx, ctx, orderId, id, body))
      return kernel.resources.get(ctx, 'refund', id)
    },
  }),
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
