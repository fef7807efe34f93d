import { f, idempotent, validationError, media, NOT_FOUND, route, t, message, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { OVER_RECEIPT } from '../errors.ts'
import { acceptDifference } from '../services/accept.ts'
import { readIncoming } from '../services/incoming.ts'
import { enqueueOrderEmail } from '../services/enqueue-order-email.ts'
import { createOrderDocument } from '../services/order-document.ts'
import { countedFields, postReceipt, parseCounted } from '../services/receive.ts'
import { readOrderView } from '../services/view.ts'
import { Incoming, Posted, PoView } from '../api-types.ts'

/** Routes of a purchase order beside its rows and transitions. */
export const poRoutes = [
  route({
    on: 'GET /po/:id/view',
    id: 'po.view',
    summary: 'A purchase order with its lines, receipts, payments and history',
    needs: 'get po',
    response: PoView,
    errors: [NOT_FOUND],
    run: ({ ctx, params }) => readOrderView(ctx, params.id),
  }),
  route({
    on: 'GET /po/:id/pdf',
    id: 'po.paper',
    summary: 'A purchase order as PDF, in the language of its supplier by default',
    needs: 'get po',
    query: { language: f.maybe(f.text({ maxLength: 20 })) },
    response: media('application/pdf'),
    errors: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { order, document } = await createOrderDocument(ctx, params.id, query.language)
      return sendDocument(kernel, reply, order.number, document)
    },
  }),
  route({
    on: 'POST /po/:id/receipt',
    id: 'po.receive',
    summary: 'Post a goods receipt of a purchase order, or reverse one',
    needs: 'receive po',
    idempotent: true,
    body: {
      lines: f.items(countedFields),
      delivery_note: f.text({ default: '', maxLength: 100 }),
      over: f.flag({ default: false }),
    },
    response: Posted,
    status: 201,
    errors: [NOT_FOUND, WRONG_STATE, OVER_RECEIPT],
    run: ({ kernel, ctx, params: { id }, body, idempotencyKey }) => {
      const counted = parseCounted(body.lines)
      return kernel.transaction((tx) =>
        idempotent(tx, `po-receipt ${id}`, idempotencyKey, body, () => postReceipt(tx, ctx, id, counted, body)),
      )
    },
  }),
  route({
    on: 'POST /po/:id/accept',
    id: 'po.accept',
    summary: 'Resolve an abnormal purchase order: its status is derived from its lines again',
    needs: 'update po',
    body: { reason: f.area({ maxLength: 500 }) },
    response: t.row('po'),
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id }, body }) => {
      await kernel.transaction((tx) => acceptDifference(tx, ctx, id, body.reason))
      return kernel.resources.get(ctx, 'po', id)
    },
  }),
  route({
    on: 'POST /po/:id/mail',
    id: 'po.mail',
    summary: 'Email a purchase order to its supplier again',
    needs: 'update po',
    response: t.object({ id: t.id() }),
    errors: [WRONG_STATE],
    run: async ({ kernel, params: { id } }) => {
      await kernel.transaction((tx) => enqueueOrderEmail(tx, id))
      return { id }
    },
  }),
  route({
    on: 'GET /po/incoming',
    id: 'po.incoming',
    summary: 'Incoming units of a product, or of some variants',
    needs: 'get po',
    query: { product_id: f.maybe(f.int({ min: 1, says: 'core:rule.not_exists' })), ids: f.maybe(f.ids()) },
    response: t.object({ data: t.list(Incoming) }),
    run: async ({ kernel, query: { product_id, ids } }) => {
      if (product_id === null && ids === null) throw validationError({ ids: message('core:rule.required') })
      return { data: await readIncoming(kernel.db, product_id === null ? { stocks: ids ?? [] } : { product: product_id }) }
    },
  }),
]
