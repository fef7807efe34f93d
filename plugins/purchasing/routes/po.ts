import { f, idempotent, invalid, media, NOT_FOUND, route, t, text, WRONG_STATE } from 'stoa'
import { DOCUMENTS, PRINTING_BUSY } from 'stoa/plugins/documents'
import { OVER_RECEIPT } from '../errors.ts'
import { acceptDifference } from '../services/accept.ts'
import { incomingOf } from '../services/incoming.ts'
import { mailAgain } from '../services/mail-again.ts'
import { paperOf } from '../services/paper.ts'
import { countedFields, postReceipt, readCounted } from '../services/receive.ts'
import { viewOf } from '../services/view.ts'
import { Incoming, Posted, PoView } from '../wire.ts'

/** What can be done with a purchase order beside its rows and moves. */
export const poRoutes = [
  route({
    on: 'GET /po/:id/view',
    id: 'po.view',
    summary: 'A purchase order with its lines, receipts, payments and history',
    needs: 'get po',
    answer: PoView,
    fails: [NOT_FOUND],
    run: ({ ctx, params }) => viewOf(ctx, params.id),
  }),
  route({
    on: 'GET /po/:id/pdf',
    id: 'po.paper',
    summary: 'A purchase order as PDF, in the language of its supplier unless another is asked for',
    needs: 'get po',
    query: { language: f.maybe(f.text({ maxLength: 20 })) },
    answer: media('application/pdf'),
    fails: [NOT_FOUND, PRINTING_BUSY],
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { order, paper } = await paperOf(ctx, params.id, query.language)
      void reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${order.number}.pdf"`)
        .header('cache-control', 'no-store')
      return kernel.get(DOCUMENTS).print(paper)
    },
  }),
  route({
    on: 'POST /po/:id/receipt',
    id: 'po.receive',
    summary: 'Posts what came in for a purchase order, or takes back what was posted wrongly',
    needs: 'receive po',
    keyed: true,
    body: {
      lines: f.items(countedFields),
      delivery_note: f.text({ default: '', maxLength: 100 }),
      over: f.flag({ default: false }),
    },
    answer: Posted,
    status: 201,
    fails: [NOT_FOUND, WRONG_STATE, OVER_RECEIPT],
    run: ({ kernel, ctx, params: { id }, body, key }) => {
      const counted = readCounted(body.lines)
      return kernel.work((tx) => idempotent(tx, `po-receipt ${id}`, key, body, () => postReceipt(tx, ctx, id, counted, body)))
    },
  }),
  route({
    on: 'POST /po/:id/accept',
    id: 'po.accept',
    summary: 'Settles an abnormal purchase order: it goes on as its lines say',
    needs: 'update po',
    body: { reason: f.area({ maxLength: 500 }) },
    answer: t.row('po'),
    fails: [NOT_FOUND, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id }, body }) => {
      await kernel.work((tx) => acceptDifference(tx, ctx, id, body.reason))
      return kernel.resources.get(ctx, 'po', id)
    },
  }),
  route({
    on: 'POST /po/:id/mail',
    id: 'po.mail',
    summary: 'Mails a purchase order to its supplier once more',
    needs: 'update po',
    answer: t.object({ id: t.id() }),
    fails: [WRONG_STATE],
    run: async ({ kernel, params: { id } }) => {
      await kernel.work((tx) => mailAgain(tx, id))
      return { id }
    },
  }),
  route({
    on: 'GET /po/incoming',
    id: 'po.incoming',
    summary: 'What of a product, or of some stocks, is on its way',
    needs: 'get po',
    query: { product_id: f.maybe(f.int({ min: 1, says: 'core:rule.not_exists' })), ids: f.maybe(f.ids()) },
    answer: t.object({ data: t.list(Incoming) }),
    run: async ({ kernel, query: { product_id, ids } }) => {
      if (product_id === null && ids === null) throw invalid({ ids: text('core:rule.required') })
      return { data: await incomingOf(kernel.db, product_id === null ? { stocks: ids ?? [] } : { product: product_id }) }
    },
  }),
]
