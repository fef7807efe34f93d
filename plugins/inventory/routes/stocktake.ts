import { f, NOT_FOUND, route } from 'stoa'
import { NOT_COUNTING } from '../errors.ts'
import { saveCounts, countedFields, readProgress } from '../services/stocktake.ts'
import { CountAnswer, Progress } from '../api-types.ts'

/** Maximum lines per call; scanners send each line as it is counted. */
const most = 1_000

export const stocktakeRoutes = [
  route({
    on: 'PUT /stocktake/:id/count',
    id: 'stocktake.count',
    summary: 'Writes down what was counted: a line by its id, or goods by their sku or barcode',
    needs: 'update stocktake',
    body: { lines: f.items(countedFields, { minItems: 1, maxItems: most }) },
    response: CountAnswer,
    errors: [NOT_FOUND, NOT_COUNTING],
    run: ({ ctx, params, body }) => saveCounts(ctx, params.id, body.lines),
  }),
  route({
    on: 'GET /stocktake/:id/progress',
    id: 'stocktake.progress',
    summary: 'How far a count is',
    needs: 'get stocktake',
    response: Progress,
    run: ({ kernel, params }) => readProgress(kernel.db, params.id),
  }),
]
