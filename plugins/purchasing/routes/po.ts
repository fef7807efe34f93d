import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, idempotent, invalid, type Kernel, rowId, rowIds, sql, text } from '#core'
import { DOCUMENTS } from '../../documents/index.ts'
import { acceptDifference } from '../services/accept.ts'
import { openSql, underWaySql } from '../services/incoming.ts'
import { checkLines } from '../services/lines.ts'
import { mailAgain } from '../services/mail.ts'
import { paperOf } from '../services/paper.ts'
import { postReceipt, readCounted } from '../services/receive.ts'
import { orderSuggested, suggestions, type Wanted } from '../services/suggest.ts'
import { stocksToBuy } from '../services/stocks.ts'
import { viewOf } from '../services/view.ts'

type Body = Record<string, unknown>
interface WithId {
  Params: { id: string }
}

const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body
const keyOf = (request: FastifyRequest) => request.headers['idempotency-key'] as string | undefined
const guard = (needs: string) => ({ config: { needs }, schema: { tags: ['po'] } })

/** What can be done with a purchase order beside its rows and moves. */
export function poRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<WithId>('/po/:id/view', guard('get po'), (request) => viewOf(ctxOf(kernel, request), rowId(request.params.id)))

  app.get<WithId & { Querystring: { language?: string } }>('/po/:id/pdf', guard('get po'), async (request, reply) => {
    const { order, paper } = await paperOf(ctxOf(kernel, request), rowId(request.params.id), request.query.language)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${order.number}.pdf"`)
      .header('cache-control', 'no-store')
      .send(await kernel.get(DOCUMENTS).print(paper))
  })

  app.post<WithId>('/po/:id/receipt', guard('receive po'), async (request, reply) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const counted = await readCounted(body.lines)
    const about = (await checkInput(
      { delivery_note: f.text({ default: '', maxLength: 100 }), over: f.flag({ default: false }) },
      body,
    )) as { delivery_note: string; over: boolean }
    const ctx = ctxOf(kernel, request)
    const posted = await kernel.work((tx) =>
      idempotent(tx, `po-receipt ${id}`, keyOf(request), body, () => postReceipt(tx, ctx, id, counted, about)),
    )
    return reply.code(201).send(posted)
  })

  app.post<WithId>('/po/:id/accept', guard('update po'), async (request) => {
    const id = rowId(request.params.id)
    const { reason } = await checkInput({ reason: f.area({ maxLength: 500 }) }, bodyOf(request))
    const ctx = ctxOf(kernel, request)
    await kernel.work((tx) => acceptDifference(tx, ctx, id, String(reason)))
    return kernel.resources.get(ctx, 'po', id)
  })

  app.post<WithId>('/po/:id/mail', guard('update po'), async (request) => {
    const id = rowId(request.params.id)
    await kernel.work((tx) => mailAgain(tx, id))
    return { id }
  })

  app.get<{ Querystring: { product_id?: string; ids?: string } }>('/po/incoming', guard('get po'), async (request) => {
    const { product_id: product, ids } = request.query
    if (!product && !ids) throw invalid({ ids: text('core:rule.required') })
    const where = product ? sql`s.product_id = ${rowId(product)}` : sql`s.id = any(${rowIds(ids)}::bigint[])`
    const data = await kernel.db.rows(sql`
      select s.id as stock_id, s.sku, o.id as po_id, o.number, o.expected_at, ${openSql} as quantity
      from stock s join purchase_order_line l on l.stock_id = s.id join purchase_order o on o.id = l.po_id
      where ${where} and ${underWaySql} and ${openSql} > 0 order by o.expected_at nulls last, o.id, s.id limit 200`)
    return { data }
  })
}

/** `GET /api/admin/po/stocks?q=&supplier_id=&ids=`: goods to put on an order, with what the supplier takes for them. */
export function stockRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { q?: string; ids?: string; supplier_id?: string } }>(
    '/po/stocks',
    guard('get po | create po | update po'),
    async (request) => {
      const { q = '', ids, supplier_id: supplier } = request.query
      const data = await stocksToBuy(ctxOf(kernel, request), {
        q,
        ids: ids ? rowIds(ids) : null,
        supplier: supplier ? rowId(supplier) : null,
      })
      return { data }
    },
  )
}

const wanted = { stock_id: f.int({ min: 1 }), supplier_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 1_000_000 }) }

/** `GET /api/admin/po/suggest` and `POST` to order what it suggests. */
export function suggestRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { supplier_id?: string } }>('/po/suggest', guard('get po'), async (request) => {
    const { supplier_id: supplier } = request.query
    return { data: await suggestions(ctxOf(kernel, request), supplier ? rowId(supplier) : null) }
  })

  app.post('/po/suggest', guard('create po'), async (request, reply) => {
    const body = bodyOf(request)
    const { warehouse_id } = await checkInput({ warehouse_id: f.int({ min: 1 }) }, body)
    const lines = (await checkLines(wanted, body.lines)) as unknown as Wanted[]
    const answer = await orderSuggested(ctxOf(kernel, request), { warehouse_id: Number(warehouse_id), lines }, keyOf(request))
    return reply.code(201).send(answer)
  })
}
