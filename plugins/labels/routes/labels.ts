import { type Actor, f, rateLimit, media, route } from 'stoa'
import { DOCUMENTS } from 'stoa/plugins/documents'
import { needs } from '../services/print-run.ts'
import { parseLabelOrder, printFields, createSheet, titles } from '../services/sheet.ts'
import { searchStocks, findStocksByCode, findStocks } from '../services/stocks.ts'
import { LabelsByCode, LabelStocks } from '../api-types.ts'

/** Rate limit of prints per account and hour. */
const HOURLY = 240

/** Rate limit key of the actor. */
export const getPrinter = (actor: Actor) => ('id' in actor ? actor.id : actor.kind)

/** `POST /api/admin/product/barcode|qrcode {stocks: [{id, quantity}]}` (specification C §7), and the routes of its screen. */
export const labelRoutes = [
  ...(
    [
      ['barcode', 'Prints barcodes of stocks on labels'],
      ['qrcode', 'Prints QR codes of stocks on labels'],
    ] as const
  ).map(([kind, summary]) =>
    route({
      on: `POST /product/${kind}`,
      id: `label.${kind}`,
      summary,
      needs,
      body: printFields,
      response: media('application/pdf'),
      run: async ({ kernel, ctx, body, reply }) => {
        const order = parseLabelOrder(body)
        const sheet = createSheet(order, await findStocks(ctx, [...order.copies.keys()]), kind, ctx.language)
        await rateLimit(kernel.db, `labels ${getPrinter(ctx.actor)}`, { max: HOURLY, seconds: 3_600, message: 'core:error.too_frequent' })
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${titles[kind]}.pdf"`)
          .header('cache-control', 'no-store')
          .send(await kernel.get(DOCUMENTS).print(sheet))
      },
    }),
  ),
  route({
    on: 'GET /product/label',
    id: 'label.stocks',
    summary: 'Variants with their label data: given ones, all of some products, or those a search finds',
    needs,
    query: { q: f.text({ default: '', maxLength: 1_000 }), ids: f.maybe(f.ids()), products: f.maybe(f.ids()) },
    response: LabelStocks,
    run: async ({ ctx, query: { q, ids, products } }) => ({
      data: await (ids || products ? findStocks(ctx, ids ?? [], products ?? []) : searchStocks(ctx, q)),
    }),
  }),
  route({
    on: 'POST /product/label/codes',
    id: 'label.codes',
    summary: 'Variants of pasted or scanned codes, and the unknown codes',
    needs,
    body: { codes: f.tags({ maxItems: 1_000, says: 'core:rule.check_input' }) },
    response: LabelsByCode,
    run: ({ ctx, body }) => findStocksByCode(ctx, body.codes),
  }),
]
