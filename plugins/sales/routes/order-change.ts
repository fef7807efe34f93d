import { idempotent, NOT_FOUND, route, STALE, t, WRONG_STATE } from 'stoa'
import { MONEY_RESERVED } from 'stoa/plugins/payments'
import { OUT_OF_STOCK } from 'stoa/plugins/catalogue'
import { ORDER_TOTAL_CHANGED } from '../errors.ts'
import { changeOrder } from '../services/order/change/apply.ts'
import { applyFields, changeFields } from '../services/order/change/input.ts'
import { previewChange } from '../services/order/change/preview.ts'
import { ChangePreview } from '../admin-api-types.ts'

const errors = [NOT_FOUND, WRONG_STATE, STALE]

/** Changes of a placed order: preview, then apply. */
export const changeRoutes = [
  route({
    on: 'POST /order/:id/change/preview',
    id: 'order.change_preview',
    summary: 'Previews a change of lines or delivery without writing it',
    needs: 'update order',
    body: changeFields,
    response: ChangePreview,
    errors: errors,
    run: ({ ctx, params, body }) => previewChange(ctx, params.id, body),
  }),
  route({
    on: 'POST /order/:id/change',
    id: 'order.change',
    summary: 'Changes lines and delivery of a placed order that is not fully shipped',
    needs: 'update order',
    idempotent: true,
    body: applyFields,
    response: t.row('order'),
    errors: [...errors, ORDER_TOTAL_CHANGED, OUT_OF_STOCK, MONEY_RESERVED],
    run: async ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      await kernel.transaction((tx) =>
        idempotent(tx, `order-change ${id}`, idempotencyKey, body, async () => {
          await changeOrder(tx, ctx, id, body)
          return { id }
        }),
      )
      return kernel.resources.get(ctx, 'order', id)
    },
  }),
]
