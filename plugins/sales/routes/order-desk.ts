import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  anyLike,
  checkInput,
  type Ctx,
  ctxOf,
  f,
  Failed,
  formatMoney,
  hit,
  idempotent,
  invalid,
  type Kernel,
  likeText,
  NOT_FOUND,
  pick,
  rowId,
  rowIds,
  type Sql,
  sql,
  text,
} from '#core'
import { availableSql, effectiveSql } from '../../catalogue/index.ts'
import { DOCUMENTS, type PrintedDocument } from '../../documents/index.ts'
import { PHYSICAL } from '../services/order/advance.ts'
import { createDraft, readDraft, updateDraft } from '../services/order/draft.ts'
import { packingSlips, paperOf, type PaperType, paperTypes } from '../services/order/papers.ts'
import { extrasOf } from '../services/order/view.ts'
import type { SaleableStock } from '../wire-admin.ts'

type Body = Record<string, unknown>
interface WithId {
  Params: { id: string }
}

const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body
const guard = (needs: string) => ({ config: { needs }, schema: { tags: ['order'] } })

/** Sends a paper as it is drawn. */
export async function sendPaper(kernel: Kernel, reply: FastifyReply, name: string, paper: PrintedDocument): Promise<FastifyReply> {
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(await kernel.get(DOCUMENTS).print(paper))
}

/** Which paper is asked for. @throws Failed INVALID */
export function paperType(asked: unknown): PaperType {
  const type = paperTypes.find((t) => t === (asked ?? 'invoice'))
  if (!type) throw invalid({ type: text('core:rule.choice') })
  return type
}

/** What staff do at the desk: look at an order, write one down, print its papers, say something about it. */
export function deskRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<WithId>('/order/:id/view', guard('get order'), async (request) => {
    const ctx = ctxOf(kernel, request)
    const id = rowId(request.params.id)
    const order = await kernel.resources.get(ctx, 'order', id)
    return { order, ...(await extrasOf(ctx, id)) }
  })

  app.get<WithId & { Querystring: { type?: string; language?: string } }>('/order/:id/pdf', guard('get order'), async (request, reply) => {
    const type = paperType(request.query.type)
    const { number, paper } = await paperOf(ctxOf(kernel, request), rowId(request.params.id), type, request.query.language)
    return sendPaper(kernel, reply, `${number}-${type}`, paper)
  })

  app.get<{ Querystring: { ids?: string; language?: string } }>('/order/packing', guard('get order'), async (request, reply) => {
    const ids = rowIds(request.query.ids)
    if (ids.length === 0 || ids.length > 100) throw invalid({ ids: text('core:rule.required') })
    if (request.actor.kind === 'admin') await hit(kernel.db, `packing ${request.actor.id}`, { max: 30, seconds: 3_600 })
    return sendPaper(kernel, reply, 'packing', await packingSlips(ctxOf(kernel, request), ids, request.query.language))
  })

  app.get<WithId>('/order/:id/timeline', guard('get order'), async (request) => {
    const id = rowId(request.params.id)
    return {
      data: await kernel.db.rows(sql`
      select h.created_at as at, 'status' as kind, h.from_status, h.to_status, h.reason as body, coalesce(a.name, h.actor_kind) as who, false as visible
      from status_history h left join account a on h.actor_kind = 'admin' and a.id = h.actor_id where h.document_type = 'order' and h.document_id = ${id}
      union all select c.created_at, case when c.author_kind = 'customer' then 'customer' else 'comment' end, null, null, c.body, c.author_name, c.visible_to_customer
      from order_comment c where c.order_id = ${id} order by at, kind desc`),
    }
  })

  app.post<WithId>('/order/:id/comment', guard('comment order'), async (request, reply) => {
    const { comment, visible } = await checkInput(
      { comment: f.area({ maxLength: 2_000 }), visible: f.flag({ default: false }) },
      bodyOf(request),
    )
    const who = request.actor.kind === 'admin' ? request.actor : { name: '', id: null }
    const made = await kernel.work(async (tx) => {
      const row = await tx.one<{
        id: number
        order_id: number
      }>(sql`insert into order_comment (order_id, author_kind, author_id, author_name, body, visible_to_customer)
        select id, 'staff', ${who.id}, ${who.name}, ${comment}, ${visible} from sales_order where id = ${rowId(request.params.id)} returning id, order_id`)
      if (!row) throw new Failed(NOT_FOUND)
      if (visible === true) tx.enqueue('sales/letter', { id: row.order_id, kind: 'comment', ref: row.id })
      return { id: row.id }
    })
    return reply.code(201).send(made)
  })

  app.post('/order', guard('create order'), async (request, reply) => {
    const body = bodyOf(request)
    const ctx = ctxOf(kernel, request)
    const key = request.headers['idempotency-key'] as string | undefined
    const draft = await readDraft(ctx, body)
    const made = await kernel.work((tx) => idempotent(tx, 'order-create', key, body, () => createDraft(tx, ctx, draft)))
    return reply.code(201).send(await kernel.resources.get(ctx, 'order', made.id))
  })

  app.put<WithId>('/order/:id', guard('update order'), async (request) => {
    const id = rowId(request.params.id)
    const ctx = ctxOf(kernel, request)
    const draft = await readDraft(ctx, bodyOf(request))
    await kernel.work((tx) => updateDraft(tx, ctx, id, draft))
    return kernel.resources.get(ctx, 'order', id)
  })

  const writing = guard('create order | update order')
  app.get<{ Querystring: { q?: string } }>('/order/stocks', writing, async (request) => ({
    data: await stocks(ctxOf(kernel, request), request.query.q ?? ''),
  }))

  app.get<{ Querystring: { q?: string } }>('/order/customers', writing, async (request) => {
    const like = `%${likeText((request.query.q ?? '').trim().slice(0, 100))}%`
    return {
      data: await kernel.db.rows(sql`select id, email, first_name, last_name, country_code, phone from customer
      where enabled and (email ilike ${like} or phone ilike ${like} or first_name || ' ' || last_name ilike ${like}) order by id desc limit 10`),
    }
  })

  app.get('/order/ways', writing, async (request) => {
    const ctx = ctxOf(kernel, request)
    const say = (column: Sql) => pick(column, ctx.language, ctx.main)
    const [shipping, payment] = await Promise.all([
      kernel.db.rows<{ id: number; title: string; minor: number }>(
        sql`select m.id, coalesce(${say(sql`m.title`)}, '') as title, m.price_minor as minor from shipping_method m where m.enabled order by m."order", m.id`,
      ),
      kernel.db.rows(
        sql`select m.code, coalesce(${say(sql`m.title`)}, '') as title from payment_method m where m.enabled order by m."order", m.id`,
      ),
    ])
    return { shipping: shipping.map(({ minor, ...m }) => ({ ...m, price: formatMoney(minor) })), payment }
  })
}

const OFFERED = 20

/** Goods to put on an order: an exact SKU or barcode comes first, so that scanners can take the first one. */
async function stocks(ctx: Ctx, q: string): Promise<SaleableStock[]> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const words = q.trim().slice(0, 100)
  const like = `%${likeText(words)}%`
  const rows = await ctx.kernel.db.rows<Omit<SaleableStock, 'price'> & { minor: number }>(sql`
    select s.id, s.sku, s.barcode, coalesce(${say(sql`p.name`)}, '') as name, ${effectiveSql} as minor, ${availableSql} as available, p.type = ${PHYSICAL} as physical,
      (select m.path from product_image m where m.product_id = p.id order by m."order", m.id limit 1) as image,
      (select coalesce(string_agg(${say(sql`v.label`)}, ' · ' order by o."order", o.id), '')
        from product_option o join option_value v on v.product_option_id = o.id and v.code = s.values->>o.key where o.product_id = p.id) as options
    from stock s join product p on p.id = s.product_id
    where s.visibled and p.deleted_at is null and (${words === ''} or s.sku ilike ${like} or s.barcode ilike ${like} or ${anyLike(sql`p.name`, like)})
    order by lower(s.sku) <> ${words.toLowerCase()} and s.barcode is distinct from ${words}, p.id, s."order", s.id limit ${OFFERED}`)
  return rows.map(({ minor, ...row }) => ({ ...row, price: formatMoney(minor) }))
}
