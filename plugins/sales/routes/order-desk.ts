import { f, rateLimit, idempotent, type Kernel, media, NOT_FOUND, type Route, route, t, WRONG_STATE } from 'stoa'
import { PRINTING_BUSY } from 'stoa/plugins/documents'
import { findBuyers } from 'stoa/plugins/people'
import { createDraft, readDraft, updateDraft } from '../services/order/draft.ts'
import { draftFields } from '../services/order/draft-input.ts'
import { findStocks, waysOf } from '../services/order/find.ts'
import { packingSlips, paperOf, paperTypes } from '../services/order/papers.ts'
import { staffSays, timelineOf } from '../services/order/timeline.ts'
import { extrasOf, viewShape } from '../services/order/view.ts'
import { Buyer, SaleableStock, TimelineEntry, Ways } from '../wire-admin.ts'
import { sendPaper } from './paper.ts'

const Order = t.row('order')
/** What is looked for. */
const q = f.text({ default: '' })
/** The order's own when absent. */
const language = f.maybe(f.text({ maxLength: 20 }))
const writing = 'create order | update order'

/** An order whole, with what other plugins tell of it. */
export const viewRoute = (kernel: Kernel): Route =>
  route({
    on: 'GET /order/:id/view',
    id: 'order.view',
    summary: 'An order with all that belongs to it, and what of each line is still open',
    needs: 'get order',
    answer: viewShape(kernel),
    fails: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => ({
      order: await kernel.resources.get(ctx, 'order', params.id),
      ...(await extrasOf(ctx, params.id)),
    }),
  })

/** What staff do at the desk: write one down, print its papers, say something about it. */
export const deskRoutes = [
  route({
    on: 'GET /order/:id/pdf',
    id: 'order.paper',
    summary: 'A paper of an order as PDF',
    needs: 'get order',
    query: { type: f.pick(paperTypes, { default: 'invoice' }), language },
    answer: media('application/pdf'),
    fails: [NOT_FOUND, WRONG_STATE, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { number, paper } = await paperOf(ctx, params.id, query.type, query.language)
      return sendPaper(kernel, reply, `${number}-${query.type}`, paper)
    },
  }),
  route({
    on: 'GET /order/packing',
    id: 'order.packing',
    summary: 'Packing slips of many orders as one PDF',
    needs: 'get order',
    query: { ids: f.ids({ minItems: 1, maxItems: 100 }), language },
    answer: media('application/pdf'),
    fails: [NOT_FOUND, WRONG_STATE, PRINTING_BUSY],
    run: async ({ kernel, ctx, query, reply }) => {
      if (ctx.actor.kind === 'admin') await rateLimit(kernel.db, `packing ${ctx.actor.id}`, { max: 30, seconds: 3_600 })
      return sendPaper(kernel, reply, 'packing', await packingSlips(ctx, query.ids, query.language))
    },
  }),
  route({
    on: 'GET /order/:id/timeline',
    id: 'order.timeline',
    summary: 'What happened to an order and what was said about it',
    needs: 'get order',
    answer: t.object({ data: t.list(TimelineEntry) }),
    run: async ({ ctx, params }) => ({ data: await timelineOf(ctx, params.id) }),
  }),
  route({
    on: 'POST /order/:id/comment',
    id: 'order.comment',
    summary: 'Says something about an order, for staff alone or for the customer too',
    needs: 'comment order',
    body: { comment: f.area({ maxLength: 2_000 }), visible: f.flag({ default: false }) },
    answer: t.object({ id: t.id() }),
    status: 201,
    fails: [NOT_FOUND],
    run: ({ kernel, ctx, params, body }) => kernel.work((tx) => staffSays(tx, ctx, params.id, body.comment, body.visible)),
  }),
  route({
    on: 'POST /order',
    id: 'order.create',
    summary: 'Writes down an order as a draft',
    needs: 'create order',
    keyed: true,
    body: draftFields,
    answer: Order,
    status: 201,
    run: async ({ kernel, ctx, body, key }) => {
      const draft = await readDraft(ctx, body)
      const made = await kernel.work((tx) => idempotent(tx, 'order-create', key, body, () => createDraft(tx, ctx, draft)))
      return kernel.resources.get(ctx, 'order', made.id)
    },
  }),
  route({
    on: 'PUT /order/:id',
    id: 'order.update',
    summary: 'Writes a draft anew',
    needs: 'update order',
    body: draftFields,
    answer: Order,
    fails: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params, body }) => {
      const draft = await readDraft(ctx, body)
      await kernel.work((tx) => updateDraft(tx, ctx, params.id, draft))
      return kernel.resources.get(ctx, 'order', params.id)
    },
  }),
  route({
    on: 'GET /order/stocks',
    id: 'order.stocks',
    summary: 'Goods that can be put on an order',
    needs: writing,
    query: { q },
    answer: t.object({ data: t.list(SaleableStock) }),
    run: async ({ ctx, query }) => ({ data: await findStocks(ctx, query.q) }),
  }),
  route({
    on: 'GET /order/customers',
    id: 'order.customers',
    summary: 'Customers an order can be written for',
    needs: writing,
    query: { q },
    answer: t.object({ data: t.list(Buyer) }),
    run: async ({ ctx, query }) => ({ data: await findBuyers(ctx.kernel.db, query.q) }),
  }),
  route({
    on: 'GET /order/ways',
    id: 'order.ways',
    summary: 'How an order can be sent and paid',
    needs: writing,
    answer: Ways,
    run: ({ ctx }) => waysOf(ctx),
  }),
]
