import { f, route, t } from 'stoa'
import { findStocksToBuy } from '../services/stocks.ts'
import { orderSuggested, listSuggestions } from '../services/suggest.ts'
import { Ordered, StockToBuy, Suggestion } from '../api-types.ts'

const supplier_id = f.maybe(f.int({ min: 1, says: 'core:rule.not_exists' }))

/** Routes for stock search and reorder suggestions. */
export const buyingRoutes = [
  route({
    on: 'GET /po/stocks',
    id: 'po.stocks',
    summary: 'Variants for a purchase order, with costs of the supplier',
    needs: 'get po | create po | update po | create supplier | update supplier',
    query: { q: f.text({ default: '' }), ids: f.maybe(f.ids()), supplier_id },
    response: t.object({ data: t.list(StockToBuy) }),
    run: async ({ ctx, query: { q, ids, supplier_id: supplier } }) => ({ data: await findStocksToBuy(ctx, { q, ids, supplier }) }),
  }),
  route({
    on: 'GET /po/suggest',
    id: 'po.suggest',
    summary: 'Reorder suggestions: variants that run out before a delivery could arrive',
    needs: 'get po',
    query: { supplier_id },
    response: t.object({ data: t.list(Suggestion) }),
    run: async ({ ctx, query }) => ({ data: await listSuggestions(ctx, query.supplier_id) }),
  }),
  route({
    on: 'POST /po/suggest',
    id: 'po.order_suggested',
    summary: 'Create a draft purchase order per supplier from suggestions',
    needs: 'create po',
    idempotent: true,
    body: {
      warehouse_id: f.int({ min: 1 }),
      lines: f.items({ stock_id: f.int({ min: 1 }), supplier_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 1_000_000 }) }),
    },
    response: t.object({ data: t.list(Ordered) }),
    status: 201,
    run: ({ ctx, body, idempotencyKey }) => orderSuggested(ctx, body, idempotencyKey),
  }),
]
