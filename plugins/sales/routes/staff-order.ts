import { f, rateLimit, idempotent, type Kernel, media, NOT_FOUND, type Route, route, t, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY, sendDocument } from 'stoa/plugins/documents'
import { searchBuyers } from 'stoa/plugins/people'
import { createDraft, readDraft, updateDraft } from '../services/order/draft.ts'
import { draftFields } from '../services/order/draft-input.ts'
import { findStocks, listOrderMethods } from '../services/order/find.ts'
import { createPackingSlips, createOrderDocument, documentTypes } from '../services/order/documents.ts'
import { addStaffComment, addStaffMessage, readOrderTimeline } from '../services/order/timeline.ts'
import { readOrderParts, viewShape } from '../services/order/view.ts'
import { Buyer, SaleableStock, TimelineEntry, Ways } from '../admin-api-types.ts'

const Order = t.row('order')
/** Search text. */
const q = f.text({ default: '' })
/** The order's language if absent. */
const language = f.maybe(f.text({ maxLength: 20 }))
const writePermission = 'create order | update order'

/** An order with its details and the parts of other plugins. */
export const viewRoute = (kernel: Kernel): Route =>
  route({
    on: 'GET /order/:id/view',
    id: 'order.view',
    summary: 'An order with its details and the open units of each line',
    needs: 'get order',
    response: viewShape(kernel),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => ({
      order: await kernel.resources.get(ctx, 'order', params.id),
      ...(await readOrderParts(ctx, params.id)),
    }),
  })

/** Staff actions: write an order, print its documents, comment on it. */
export const staffOrderRoutes = [
  route({
    on: 'GET /order/:id/pdf',
    id: 'order.paper',
    summary: 'A document of an order as PDF',
    needs: 'get order',
    query: { type: f.pick(documentTypes, { default: 'invoice' }), language },
    response: media('application/pdf'),
    errors: [NOT_FOUND, WRONG_STATE, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { number, document } = await createOrderDocument(ctx, params.id, query.type, query.language)
      return sendDocument(kernel, reply, `${number}-${query.type}`, document)
    },
  }),
  route({
    on: 'GET /order/packing',
    id: 'order.packing',
    summary: 'Packing slips of several orders as one PDF',
    needs: 'get order',
    query: { ids: f.ids({ minItems: 1, maxItems: 100 }), language },
    response: media('application/pdf'),
    errors: [NOT_FOUND, WRONG_STATE, PRINTING_BUSY],
    run: async ({ kernel, ctx, query, reply }) => {
      if (ctx.actor.kind === 'admin') await rateLimit(kernel.db, `packing ${ctx.actor.id}`, { max: 30, seconds: 3_600 })
      return sendDocument(kernel, reply, 'packing', await createPackingSlips(ctx, query.ids, query.language))
    },
  }),
  route({
    on: 'GET /order/:id/timeline',
    id: 'order.timeline',
    summary: 'Status changes of an order and comments on it',
    needs: 'get order',
    response: t.object({ data: t.list(TimelineEntry) }),
    run: async ({ ctx, params }) => ({ data: await readOrderTimeline(ctx, params.id) }),
  }),
  route({
    on: 'POST /order/:id/comment',
    id: 'order.comment',
    summary: 'Adds a comment for staff, or with `visible` a message that is emailed to the customer',
    needs: 'comment order',
    body: { comment: f.area({ maxLength: 2_000 }), visible: f.flag({ default: false }) },
    response: t.object({ id: t.id() }),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body }) => ({
      id: await kernel.transaction((tx) => (body.visible ? addStaffMessage : addStaffComment)(tx, ctx, params.id, body.comment)),
    }),
  }),
  route({
    on: 'POST /order',
    id: 'order.create',
    summary: 'Creates a draft order',
    needs: 'create order',
    idempotent: true,
    body: draftFields,
    response: Order,
    status: 201,
    run: async ({ kernel, ctx, body, idempotencyKey }) => {
      const draft = await readDraft(ctx, body)
      const made = await kernel.transaction((tx) => idempotent(tx, 'order-create', idempotencyKey, body, () => createDraft(tx, ctx, draft)))
      return kernel.resources.get(ctx, 'order', made.id)
    },
  }),
  route({
    on: 'PUT /order/:id',
    id: 'order.update',
    summary: 'Updates a draft order',
    needs: 'update order',
    body: draftFields,
    response: Order,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      const draft = await readDraft(ctx, body)
      await kernel.transaction((tx) => updateDraft(tx, ctx, params.id, draft))
      return kernel.resources.get(ctx, 'order', params.id)
    },
  }),
  route({
    on: 'GET /order/stocks',
    id: 'order.stocks',
    summary: 'Stock items that can be added to an order',
    needs: writePermission,
    query: { q },
    response: t.object({ data: t.list(SaleableStock) }),
    run: async ({ ctx, query }) => ({ data: await findStocks(ctx, query.q) }),
  }),
  route({
    on: 'GET /order/customers',
    id: 'order.customers',
    summary: 'Customers for whom an order can be created',
    needs: writePermission,
    query: { q },
    response: t.object({ data: t.list(Buyer) }),
    run: async ({ ctx, query }) => ({ data: await searchBuyers(ctx.kernel.db, query.q) }),
  }),
  route({
    on: 'GET /order/ways',
    id: 'order.ways',
    summary: 'Shipping and payment methods of an order',
    needs: writePermission,
    response: Ways,
    run: ({ ctx }) => listOrderMethods(ctx),
  }),
]
