import { f, NOT_FOUND, route } from 'stoa'
import { NOT_COUNTING } from '../errors.ts'
import { saveCounts, countedFields, readProgress } from '../services/stocktake.ts'
import { CountResult, Progress } from '../api-types.ts'

/** Maximum lines per call; scanners send each line as it is counted. */
const MAX_LINES = 1_000

export const stocktakeRoutes = [
  route({
    on: 'PUT /stocktake/:id/count',
    id: 'stocktake.count',
    summary: 'Stores counted quantities: of a line by id, or of a stock item by SKU or barcode',
    needs: 'update stocktake',
    body: { lines: f.items(countedFields, { minItems: 1, maxItems: MAX_LINES }) },
    response: CountResult,
    errors: [NOT_FOUND, NOT_COUNTING],
    run: ({ ctx, params, body }) => saveCounts(ctx, params.id, body.lines),
  }),
  route({
    on: 'GET /stocktake/:id/progress',
    id: 'stocktake.progress',
    summary: 'Progress of a stocktake',
    needs: 'get stocktake',
    response: Progress,
    run: ({ kernel, params }) => readProgress(kernel.db, params.id),
  }),
]
