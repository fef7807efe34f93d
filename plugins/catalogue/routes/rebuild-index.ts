import { route, t } from 'stoa'
import { RUNS, UNDER_WAY } from 'stoa/plugins/runs'
import { REBUILD } from '../services/lists/rebuild-index.ts'

/** Only while background jobs can be started. */
export const rebuildRoutes = [
  route({
    on: 'POST /product/reindex',
    id: 'product.reindex',
    summary: 'Start rebuilding the product search index; `GET /run/{id}` returns the progress',
    needs: 'update product',
    response: t.object({ id: t.id('ID of the background job.') }),
    status: 202,
    errors: [UNDER_WAY],
    run: async ({ kernel, ctx }) => ({ id: await kernel.transaction((tx) => kernel.get(RUNS).begin(tx, ctx, REBUILD, {})) }),
  }),
]
