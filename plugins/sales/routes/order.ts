import type { FastifyInstance } from 'fastify'
import {
  type Actor,
  checkInput,
  type Ctx,
  ctxOf,
  f,
  Failed,
  formatMoney,
  hit,
  type Kernel,
  NOT_FOUND,
  rowId,
  sql,
  statusLabel,
  UNAUTHENTICATED,
  verify,
} from '#core'
import { PAYMENTS } from '../../payments/index.ts'
import type { OrderResult, OrderView } from '../wire.ts'

interface Head {
  id: number
  order_number: string
  status: string
  total: number
  currency: string
  payment_title: string
  method: string
  subtotal: number
  discount: number
  shipping: number
  shipping_title: string
  email: string
  placed_at: string
  shipping_address: OrderView['shipping_address']
}

const open = { config: { access: 'public' as const }, schema: { tags: ['order'] } }

/** The shopper's view of orders: by number alone only what carries no name, by token or sign-in everything. */
export function orderRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { order?: string } }>('/order/result', open, async (request) => {
    await hit(kernel.db, `order-result ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
    const ctx = ctxOf(kernel, request)
    return result(ctx, await head(kernel, sql`o.order_number = ${String(request.query.order ?? '')}`))
  })

  app.get('/order', { config: { access: 'customer' }, schema: { tags: ['order'] } }, async (request) => {
    const ctx = ctxOf(kernel, request)
    const rows = await kernel.db.rows<{ order_number: string; status: string; total: number; currency: string; placed_at: string }>(sql`
      select order_number, status, total_minor as total, currency, placed_at from sales_order where customer_id = ${customerId(request.actor)} order by id desc limit 100`)
    return rows.map(({ total, ...o }) => ({ ...o, total: formatMoney(total), status_label: statusLabel(kernel, ctx.language, o.status) }))
  })

  app.get<{ Params: { number: string }; Querystring: { token?: string } }>('/order/:number', open, async (request) => {
    const ctx = ctxOf(kernel, request)
    const { token } = request.query
    const { number } = request.params
    // A foreign number answers exactly as an unknown one.
    const owner = verify(kernel.config, 'order', number, token ?? '')
      ? sql`true`
      : request.actor.kind === 'customer'
        ? sql`o.customer_id = ${request.actor.id}`
        : sql`false`
    return view(ctx, await head(kernel, sql`o.order_number = ${number} and ${owner}`))
  })
}

function customerId(actor: Actor): number {
  if (actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
  return actor.id
}

async function head(kernel: Kernel, where: ReturnType<typeof sql>): Promise<Head> {
  const row = await kernel.db.one<Head>(sql`
    select o.id, o.order_number, o.status, o.total_minor as total, o.currency, o.payment_title, o.subtotal_minor as subtotal, o.discount_minor as discount,
      o.shipping_minor as shipping, o.shipping_title, o.email, o.placed_at, o.shipping_address,
      coalesce((select m.code from payment p join payment_method m on m.id = p.payment_method_id where p.document_type = 'order' and p.document_id = o.id order by p.id desc limit 1), '') as method
    from sales_order o where ${where}`)
  if (!row) throw new Failed(NOT_FOUND)
  return row
}

async function result(ctx: Ctx, o: Head): Promise<OrderResult> {
  const offer = (await ctx.kernel.get(PAYMENTS).offers(ctx)).find((m) => m.code === o.method)
  return {
    order_number: o.order_number,
    status: o.status,
    status_label: statusLabel(ctx.kernel, ctx.language, o.status),
    total: formatMoney(o.total),
    currency: o.currency,
    payment: {
      method: o.method,
      title: offer?.title ?? o.payment_title,
      instructions: o.status === 'pending' ? (offer?.description ?? '') : '',
    },
  }
}

async function view(ctx: Ctx, o: Head): Promise<OrderView> {
  const { db } = ctx.kernel
  const [lines, history] = await Promise.all([
    db.rows<OrderView['lines'][number] & { unit: number; sum: number }>(
      sql`select name, sku, options, quantity, unit_minor as unit, total_minor as sum, image from order_line where order_id = ${o.id} order by id`,
    ),
    db.rows<{ status: string; at: string }>(
      sql`select to_status as status, created_at as at from status_history where document_type = 'order' and document_id = ${o.id} order by id`,
    ),
  ])
  return {
    ...(await result(ctx, o)),
    placed_at: o.placed_at,
    email: o.email,
    lines: lines.map(({ unit, sum, ...l }) => ({ ...l, unit_price: formatMoney(unit), total: formatMoney(sum) })),
    subtotal: formatMoney(o.subtotal),
    discount: formatMoney(o.discount),
    shipping: formatMoney(o.shipping),
    shipping_title: o.shipping_title,
    shipping_address: o.shipping_address,
    history: history.map((h) => ({ ...h, status_label: statusLabel(ctx.kernel, ctx.language, h.status) })),
  }
}
