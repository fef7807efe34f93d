import { type Ctx, f, AppError, idempotent, validationError, NOT_FOUND, parseMoney, route, sql, t, message, WRONG_STATE } from 'stoa'
import { lockOrder, MAX_LINES } from 'stoa/plugins/sales'
import { decideRefund, refundDecisions, writeRefund } from '../services/refunds.ts'
import { closeReturn } from '../services/returns.ts'
import { Written } from '../admin-api-types.ts'

const toMinor = (amount: string | null): number | undefined => (amount === null ? undefined : parseMoney(amount))
const errors = [NOT_FOUND, WRONG_STATE]

/** The order of a refund. @throws AppError NOT_FOUND */
async function findOrder({ kernel }: Ctx, id: number): Promise<number> {
  const row = await kernel.db.one<{ order_id: number }>(sql`select order_id from refund where id = ${id}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.order_id
}

/** Refunds of an order. */
export const refundRoutes = [
  route({
    on: 'POST /order/:id/refund',
    id: 'order.refund',
    summary: 'Refunds an order; above the limit of the shop it requires approval',
    needs: 'refund order',
    idempotent: true,
    body: {
      lines: f.items(
        {
          order_line_id: f.int({ min: 1 }),
          quantity: f.int({ default: 0, min: 0, max: 9_999 }),
          amount: f.maybe(f.money()),
          cancel: f.int({ default: 0, min: 0, max: 9_999 }),
        },
        { default: [], maxItems: MAX_LINES },
      ),
      shipping: f.money({ default: '0.00' }),
      method: f.pick(['original', 'cash'], { default: 'original' }),
      reason: f.text({ maxLength: 500 }),
      return_id: f.maybe(f.int({ min: 1 })),
    },
    response: Written,
    status: 201,
    errors: errors,
    run: ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      const { method, reason, return_id } = body
      const lines = body.lines.map((l) => ({ ...l, amount: toMinor(l.amount) }))
      const refunding = { lines, shipping: parseMoney(body.shipping), method, reason, ...(return_id === null ? {} : { return_id }) }
      return kernel.transaction((tx) =>
        idempotent(tx, `refund ${id}`, idempotencyKey, body, async () => {
          await lockOrder(tx, id)
          if (return_id !== null && !(await tx.one(sql`select 1 from sales_return where id = ${return_id} and order_id = ${id}`)))
            throw validationError({ return_id: message('core:rule.choice') })
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
    summary: 'Approves, rejects, retries or cancels a refund',
    needs: 'refund order | approve refund',
    body: { status: f.pick(refundDecisions), reason: f.text({ default: '', maxLength: 500 }) },
    response: t.row('refund'),
    errors: errors,
    run: async ({ kernel, ctx, params: { id }, body }) => {
      const orderId = await findOrder(ctx, id)
      await kernel.transaction((tx) => decideRefund(tx, ctx, orderId, id, body))
      return kernel.resources.get(ctx, 'refund', id)
    },
  }),
]
