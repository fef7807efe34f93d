import { type Ctx, f, AppError, idempotent, validationError, NOT_FOUND, route, sql, t, message, WRONG_STATE } from 'stoa'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { MAX_LINES } from 'stoa/plugins/sales'
import { changeReplacements, decisions, changeReturnStatus, receiveReturn, writeReturn } from '../services/returns.ts'
import { Written } from '../admin-api-types.ts'

const units = { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }) }
/** Replacement items of an exchange. */
const replacement = { stock_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }) }
const counted = { order_line_id: f.int({ min: 1 }), received: f.int({ min: 0, max: 9_999 }), resaleable: f.int({ min: 0, max: 9_999 }) }
const manyLines = { maxItems: MAX_LINES }
const reason = f.text({ default: '', maxLength: 500 })
const errors = [NOT_FOUND, WRONG_STATE, OUT_OF_STOCK]

/** The order of a return. @throws AppError NOT_FOUND */
async function findOrder({ kernel }: Ctx, id: number): Promise<number> {
  const row = await kernel.db.one<{ order_id: number }>(sql`select order_id from sales_return where id = ${id}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row.order_id
}

/** Returns of an order. */
export const returnRoutes = [
  route({
    on: 'POST /order/:id/return',
    id: 'order.return',
    summary: 'Creates a return of an order, approved at once',
    needs: 'return order',
    idempotent: true,
    body: {
      lines: f.items({ ...units, reason: f.text({ default: '', maxLength: 200 }) }, manyLines),
      kind: f.pick(['return', 'exchange', 'refund_only'], { default: 'return' }),
      reason_code: f.text({ default: '', maxLength: 100 }),
      note: f.text({ default: '', maxLength: 1_000 }),
      replacements: f.items(replacement, { ...manyLines, default: [] }),
    },
    response: Written,
    status: 201,
    errors: errors,
    run: ({ kernel, ctx, params: { id }, body, idempotencyKey }) =>
      kernel.transaction((tx) =>
        idempotent(tx, `return ${id}`, idempotencyKey, body, () => writeReturn(tx, ctx, id, { ...body, requested_by: 'staff' })),
      ),
  }),
  route({
    on: 'PUT /return/:id',
    id: 'return.update',
    summary: 'Sets replacements, receives units, or decides on a return',
    needs: 'return order',
    idempotent: true,
    body: {
      replacements: f.maybe(f.items(replacement, manyLines)),
      lines: f.maybe(f.items(counted, manyLines)),
      status: f.maybe(f.pick(decisions)),
      reason,
    },
    response: t.row('return'),
    errors: errors,
    run: async ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      const { lines, status, replacements } = body
      if (!lines && status === null && !replacements) throw validationError({ status: message('core:rule.required') })
      const orderId = await findOrder(ctx, id)
      await kernel.transaction((tx) =>
        idempotent(tx, `return-move ${id}`, idempotencyKey, body, async () => {
          if (replacements) await changeReplacements(tx, ctx, orderId, id, replacements)
          if (lines) await receiveReturn(tx, ctx, orderId, id, lines)
          if (status !== null) await changeReturnStatus(tx, ctx, orderId, id, status, body.reason)
          return { id }
        }),
      )
      return kernel.resources.get(ctx, 'return', id)
    },
  }),
]
