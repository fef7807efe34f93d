import { rateLimit, route, t } from 'stoa'
import { RUNS } from 'stoa/plugins/runs'
import { MOST_IN_RUN } from '../domain/limits.ts'
import { needs, PRINT } from '../services/print-run.ts'
import { parseLabelOrder, printFields, createSheet } from '../services/sheet.ts'
import { findStocks } from '../services/stocks.ts'
import { getPrinter } from './labels.ts'

/** Rate limit of background prints per account and hour. */
const HOURLY = 20

/** Routes of background prints; they exist only with the plugin `runs`. Invalid input is rejected before the job starts. */
export const printRunRoutes = (['barcode', 'qrcode'] as const).map((kind) =>
  route({
    on: `POST /product/${kind}/run`,
    id: `label.${kind}_run`,
    summary: `Begins a long print of ${kind === 'barcode' ? 'barcodes' : 'QR codes'}; \`GET /run/{id}\` tells how far it is, and \`…/file\` is the PDF`,
    needs,
    body: printFields,
    response: t.object({ id: t.id('ID of the background job.') }),
    status: 202,
    run: async ({ kernel, ctx, body }) => {
      const order = parseLabelOrder(body, MOST_IN_RUN)
      createSheet(order, await findStocks(ctx, [...order.copies.keys()]), kind, ctx.language)
      await rateLimit(kernel.db, `labels run ${getPrinter(ctx.actor)}`, { max: HOURLY, seconds: 3_600, message: 'core:error.too_frequent' })
      return { id: await kernel.transaction((tx) => kernel.get(RUNS).begin(tx, ctx, PRINT, { ...body, kind })) }
    },
  }),
)
