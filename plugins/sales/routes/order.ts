import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  checkInput,
  ctxOf,
  dropFile,
  f,
  Failed,
  formatMoney,
  hit,
  idempotent,
  invalid,
  type Kernel,
  NOT_FOUND,
  sql,
  storeFile,
  text,
  WRONG_STATE,
} from '#core'
import { PAYMENTS } from '../../payments/index.ts'
import { unpaid } from '../domain/statuses.ts'
import { customerId, openOrder } from '../services/order/access.ts'
import { documentOf, lockOrder } from '../services/order/head.ts'
import { checkLines } from '../services/order/input.ts'
import { paperOf } from '../services/order/papers.ts'
import { type Returning, writeReturn } from '../services/order/returns.ts'
import { shopperStatus } from '../services/order/shopper-status.ts'
import { resultOf, shopperView } from '../services/order/shopper-view.ts'
import { orderRules } from '../settings.ts'
import type { OrderSummary } from '../wire.ts'
import { paperType, sendPaper } from './order-desk.ts'

interface WithId {
  Params: { id: string }
}

const open = { config: { access: 'public' as const }, schema: { tags: ['order'] } }
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>

/** So many tries a minute from one place: enough for people, too few for guessing or flooding. */
const calm = (kernel: Kernel, request: FastifyRequest, what: string, max = 10) =>
  hit(kernel.db, `order-${what} ${request.ip}`, { max, seconds: 60, message: 'core:error.too_frequent' })

/** The shopper's view of orders: by number alone only what carries no name, by token or sign-in everything, and what may be done with them. */
export function orderRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { order?: string } }>('/order/result', open, async (request) => {
    await calm(kernel, request, 'result', 60)
    const row = await kernel.db.one<{ id: number }>(
      sql`select id from sales_order where order_number = ${String(request.query.order ?? '').slice(0, 40)} and status <> 'draft'`,
    )
    if (!row) throw new Failed(NOT_FOUND)
    return resultOf(ctxOf(kernel, request), row.id)
  })

  app.get('/order', { config: { access: 'customer' }, schema: { tags: ['order'] } }, async (request) => {
    const ctx = ctxOf(kernel, request)
    const rows = await kernel.db.rows<Omit<OrderSummary, 'status_label' | 'total'> & { total: number }>(sql`
      select o.id, o.order_number, o.status, o.total_minor as total, o.currency, o.placed_at, (select coalesce(sum(l.quantity), 0)::int from order_line l where l.order_id = o.id) as items
      from sales_order o where o.customer_id = ${customerId(request)} and o.status <> 'draft' order by o.id desc limit 100`)
    return rows.map(({ total, ...o }): OrderSummary => ({
      ...o,
      total: formatMoney(total),
      status_label: shopperStatus(ctx, o.status),
    }))
  })

  app.get<WithId>('/order/:id', open, async (request) => shopperView(ctxOf(kernel, request), await openOrder(kernel, request)))

  app.get<WithId & { Querystring: { type?: string } }>('/order/:id/pdf', open, async (request, reply) => {
    await calm(kernel, request, 'pdf')
    const access = await openOrder(kernel, request)
    const type = paperType(request.query.type)
    if (access.payOnly || type === 'packing') throw new Failed(NOT_FOUND)
    const ctx = ctxOf(kernel, request)
    const view = await shopperView(ctx, access)
    if (type === 'receipt' && !view.may.receipt) throw new Failed(NOT_FOUND)
    const { number, paper } = await paperOf(ctx, access.id, type, ctx.language)
    return sendPaper(kernel, reply, `${number}-${type}`, paper)
  })

  app.post<WithId>('/order/:id/comment', open, async (request, reply) => {
    await calm(kernel, request, 'comment')
    const { id } = await owned(kernel, request)
    const { comment } = await checkInput({ comment: f.area({ maxLength: 2_000 }) }, bodyOf(request))
    await kernel.db.run(sql`insert into order_comment (order_id, author_kind, author_id, author_name, body, visible_to_customer)
      select o.id, 'customer', o.customer_id, trim(o.first_name || ' ' || o.last_name), ${comment}, true from sales_order o where o.id = ${id}`)
    return reply.code(201).send(await shopperView(ctxOf(kernel, request), { id, number: '', payOnly: false }))
  })

  app.post<WithId>('/order/:id/cancel', open, async (request) => {
    await calm(kernel, request, 'cancel')
    const { id } = await owned(kernel, request)
    const ctx = ctxOf(kernel, request)
    const { reason } = await checkInput({ reason: f.text({ default: '', maxLength: 500 }) }, bodyOf(request))
    await kernel.work(async (tx) => {
      const o = await lockOrder(tx, id)
      if (!unpaid.includes(o.status) || !kernel.settings.of(orderRules).cancel_unpaid)
        throw new Failed(WRONG_STATE, { status: [text('sales:error.not_cancelable')] })
      const said = String(reason) || kernel.catalogue.t(ctx.main, 'sales:reason.by_customer')
      await kernel.resources.moveIn(tx, ctx, 'order', id, 'cancel', { reason: said })
    })
    return shopperView(ctx, { id, number: '', payOnly: false })
  })

  app.post<WithId>('/order/:id/pay', open, async (request) => {
    await calm(kernel, request, 'pay')
    const access = await openOrder(kernel, request)
    const ctx = ctxOf(kernel, request)
    const { payment_method } = await checkInput({ payment_method: f.text({ maxLength: 60 }) }, bodyOf(request))
    const view = await shopperView(ctx, access)
    if (!view.may.pay) throw new Failed(WRONG_STATE, { status: [text('sales:error.not_payable')] })
    const begun = await kernel.get(PAYMENTS).again(ctx, documentOf(access), String(payment_method))
    // Another try was begun, so nothing is rejected any more; unless its outcome was quicker.
    await kernel.work(async (tx) => {
      const o = await lockOrder(tx, access.id)
      if (o.status === 'payment_reject') await kernel.resources.moveIn(tx, ctx, 'order', o.id, 'retry')
    })
    const redirect_url = begun.action.type === 'redirect' ? begun.action.url : `/order/success?order=${access.number}`
    return { order_number: access.number, payment: { method: begun.method, action: begun.action }, redirect_url }
  })

  app.post<WithId>('/order/:id/proof', { ...open, config: { ...open.config, files: 1 } }, async (request, reply) => {
    await calm(kernel, request, 'proof')
    const { id } = await owned(kernel, request)
    const ctx = ctxOf(kernel, request)
    const { note } = await checkInput({ note: f.text({ default: '', maxLength: 500 }) }, bodyOf(request))
    const sent = request.uploads?.get('file')
    if (!sent) throw invalid({ file: text('core:rule.required') })
    const file = await storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true })
    try {
      if (!PROOFS.includes(file.mime)) throw invalid({ file: text('sales:error.proof_type') })
      await kernel.work((tx) => kernel.get(PAYMENTS).markReview(tx, ctx, documentOf({ id }), { file_id: file.id, note: String(note) }))
    } catch (error) {
      await kernel.db.run(sql`delete from file where id = ${file.id}`)
      await dropFile(kernel, file.path)
      throw error
    }
    return reply.code(201).send(await shopperView(ctx, { id, number: '', payOnly: false }))
  })

  app.post<WithId>('/order/:id/return', open, async (request, reply) => {
    await calm(kernel, request, 'return')
    const { id } = await owned(kernel, request)
    const ctx = ctxOf(kernel, request)
    const body = bodyOf(request)
    const units = {
      order_line_id: f.int({ min: 1 }),
      quantity: f.int({ min: 1, max: 9_999 }),
      reason: f.text({ default: '', maxLength: 200 }),
    }
    const lines = await checkLines<Returning['lines'][number]>(units, body.lines)
    const about = await checkInput(
      {
        kind: f.pick(['return', 'exchange'], { default: 'return' }),
        reason_code: f.text({ default: '', maxLength: 100 }),
        note: f.text({ default: '', maxLength: 1_000 }),
      },
      body,
    )
    const view = await shopperView(ctx, { id, number: '', payOnly: false })
    if (!view.may.return) throw new Failed(WRONG_STATE, { status: [text('sales:error.return_closed')] })
    const returning = { ...about, requested_by: 'customer', lines } as unknown as Returning
    const key = request.headers['idempotency-key']
    await kernel.work((tx) =>
      idempotent(tx, `order-return ${id}`, typeof key === 'string' ? key : undefined, body, () => writeReturn(tx, ctx, id, returning)),
    )
    return reply.code(201).send(await shopperView(ctx, { id, number: '', payOnly: false }))
  })
}

/** Kinds of files that show that somebody paid. */
const PROOFS: readonly string[] = ['image/png', 'image/jpeg', 'application/pdf']

/** An order whose owner asks. A pay link opens paying, and nothing else. */
async function owned(kernel: Kernel, request: FastifyRequest) {
  const access = await openOrder(kernel, request)
  if (access.payOnly) throw new Failed(NOT_FOUND)
  return access
}
