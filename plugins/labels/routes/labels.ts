import type { FastifyInstance } from 'fastify'
import { type Actor, ctxOf, hit, invalid, type Kernel, rowIds, text } from '#core'
import { DOCUMENTS } from '../../documents/index.ts'
import { readOrder, sheetOf } from '../services/sheet.ts'
import { searchStocks, stocksByCode, stocksOf } from '../services/stocks.ts'

const kinds = [
  ['barcode', 'Stocks Barcodes'],
  ['qrcode', 'Stocks QR Codes'],
] as const

/** Either permission opens everything about labels (specification C §6). */
const needs = 'print barcode | print qrcode'
/** Prints of one person in an hour. */
const HOURLY = 240

const nobody = (actor: Actor) => ('id' in actor ? actor.id : actor.kind)

/** `POST /api/admin/product/barcode|qrcode {stocks: [{id, quantity}]}` (specification C §7), and what its screen asks for. */
export function labelRoutes(app: FastifyInstance, kernel: Kernel): void {
  const guard = { config: { needs }, schema: { tags: ['product'] } }
  for (const [kind, title] of kinds) {
    app.post(`/product/${kind}`, guard, async (request, reply) => {
      const order = readOrder((request.body ?? {}) as Record<string, unknown>)
      const ctx = ctxOf(kernel, request)
      const sheet = sheetOf(order, await stocksOf(ctx, [...order.copies.keys()]), kind, { title, language: ctx.language })
      await hit(kernel.db, `labels ${nobody(request.actor)}`, { max: HOURLY, seconds: 3_600, message: 'core:error.too_frequent' })
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${title}.pdf"`)
        .header('cache-control', 'no-store')
        .send(await kernel.get(DOCUMENTS).print(sheet))
    })
  }

  app.get<{ Querystring: { q?: string; ids?: string; products?: string } }>('/product/label', guard, async (request) => {
    const { q, ids, products } = request.query
    const ctx = ctxOf(kernel, request)
    const named = ids || products ? stocksOf(ctx, ids ? rowIds(ids) : [], products ? rowIds(products) : []) : searchStocks(ctx, q ?? '')
    return { data: await named }
  })

  app.post('/product/label/codes', guard, async (request) => {
    const { codes } = (request.body ?? {}) as { codes?: unknown }
    if (!Array.isArray(codes) || codes.length > 1_000 || codes.some((c) => typeof c !== 'string'))
      throw invalid({ codes: text('core:rule.check_input') })
    return stocksByCode(ctxOf(kernel, request), codes as string[])
  })
}
