import { type Ctx, formatMoney, sql } from '#core'
import { PAYMENTS } from '../../../payments/index.ts'
import { unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import type { OrderResult, OrderView } from '../../wire.ts'
import type { Access } from './access.ts'
import { shopperStatus } from './shopper-status.ts'
import { type Discount, discountsSql, namedDiscounts } from './discounts.ts'

interface Head {
  id: number
  order_number: string
  status: string
  payment_status: string
  fulfilment_status: string
  total: number
  currency: string
  payment_title: string
  subtotal: number
  discount: number
  discounts: Discount[]
  shipping: number
  paid: number
  refunded: number
  shipping_title: string
  email: string
  placed_at: string
  hold_expires_at: string | null
  shipping_address: OrderView['shipping_address']
  pickup: OrderView['pickup']
  returns_until: string | null
  units_shipped: number
}

const headOf = (ctx: Ctx, id: number): Promise<Head | undefined> =>
  ctx.kernel.db.one<Head>(sql`
    select o.id, o.order_number, o.status, o.payment_status, o.fulfilment_status, o.total_minor as total, o.currency, o.payment_title, o.subtotal_minor as subtotal,
      o.discount_minor as discount, ${discountsSql(sql`o.id`)} as discounts, o.shipping_minor as shipping, o.paid_minor as paid, o.refunded_minor as refunded, o.shipping_title, o.email, o.placed_at,
      o.hold_expires_at, o.shipping_address, o.pickup, o.units_shipped,
      case when o.status in ('shipped', 'completed') and o.units_shipped > 0
        then coalesce(o.shipped_at, o.completed_at) + make_interval(days => ${ctx.kernel.settings.of(orderRules).return_days}) end as returns_until
    from sales_order o where o.id = ${id}`)

/** Number, status, total and how to pay: nothing about a person. */
export async function resultOf(ctx: Ctx, id: number): Promise<OrderResult> {
  const o = (await headOf(ctx, id)) as Head
  return (await resultFrom(ctx, o)).result
}

async function resultFrom(ctx: Ctx, o: Head, mine = false): Promise<{ result: OrderResult; provable: boolean }> {
  const attempts = await ctx.kernel.get(PAYMENTS).attempts(ctx, { type: 'order', id: o.id })
  const latest = attempts.at(-1)
  const todo = o.status === 'pending' && latest?.action?.type === 'instructions' ? latest.action : undefined
  // The attempt keeps the words it was begun with; whoever reads in another language gets those of the method.
  const words = todo && (await ctx.kernel.get(PAYMENTS).offers(ctx)).find((m) => m.code === latest?.method.code)?.description
  const result: OrderResult = {
    order_number: o.order_number,
    status: o.status,
    status_label: shopperStatus(ctx, o.status),
    total: formatMoney(o.total),
    currency: o.currency,
    payment: {
      method: latest?.method.code ?? '',
      title: latest?.method.title || o.payment_title,
      instructions: todo ? words || todo.html : '',
      message: o.status === 'payment_reject' ? latest?.told || ctx.kernel.catalogue.t(ctx.language, 'sales:reason.declined') : '',
      // It carries the key of "I have paid", so it is for whoever may see the whole order.
      ...(mine && todo ? { action: { ...todo, html: words || todo.html } } : {}),
    },
  }
  return { result, provable: latest?.provable ?? false }
}

/** Everything a customer may know about their order, and what they may do with it now. By a pay link only what paying needs. */
export async function shopperView(ctx: Ctx, access: Access): Promise<OrderView> {
  const { db } = ctx.kernel
  const o = (await headOf(ctx, access.id)) as Head
  const open = !access.payOnly
  const [{ result, provable }, lines, history, shipments, comments, returns, refunds] = await Promise.all([
    resultFrom(ctx, o, true),
    db.rows<OrderView['lines'][number] & { unit: number; sum: number }>(sql`
      select l.id, l.name, l.sku, l.options, l.quantity, l.unit_minor as unit, l.total_minor as sum, l.image, l.shipped_quantity as shipped, l.returned_quantity as returned,
        l.shipped_quantity - l.returned_quantity - coalesce((select sum(x.quantity - x.received_quantity)::int from return_line x join sales_return r on r.id = x.return_id
          where x.order_line_id = l.id and r.status in ('pending', 'approved', 'partial_received')), 0) as returnable
      from order_line l where l.order_id = ${o.id} order by l.id`),
    db.rows<{ status: string; at: string }>(
      sql`select to_status as status, created_at as at from status_history where document_type = 'order' and document_id = ${o.id} and to_status <> 'draft' order by id`,
    ),
    open
      ? db.rows<
          Omit<OrderView['shipments'][number], 'status_label'>
        >(sql`select p.number, p.status, p.carrier_name, p.tracking_number, p.tracking_url, p.collect,
          p.ready_at, p.shipped_at, (select jsonb_agg(jsonb_build_object('name', l.name, 'quantity', x.quantity) order by l.id)
            from shipment_line x join order_line l on l.id = x.order_line_id where x.shipment_id = p.id) as lines
        from shipment p where p.order_id = ${o.id} and (p.status in ('shipped', 'received', 'completed') or p.ready_at is not null) and p.status <> 'canceled' order by p.id`)
      : [],
    open
      ? db.rows<
          OrderView['comments'][number]
        >(sql`select id, author_kind as author, author_name as name, body, created_at as at from order_comment
        where order_id = ${o.id} and (visible_to_customer or author_kind = 'customer') order by id`)
      : [],
    open
      ? db.rows<Omit<OrderView['returns'][number], 'status_label'>>(
          sql`select number, status, created_at as at from sales_return where order_id = ${o.id} order by id`,
        )
      : [],
    open
      ? db.rows<{ number: string; minor: number; at: string; status: string }>(
          sql`select number, amount_minor as minor, updated_at as at, status from refund where order_id = ${o.id} and status in ('process', 'completed') order by id`,
        )
      : [],
  ])
  const label = (word: string) => shopperStatus(ctx, word)
  const payable = unpaid.includes(o.status) && (o.hold_expires_at === null || new Date(o.hold_expires_at) > new Date())
  const offers = payable ? await ctx.kernel.get(PAYMENTS).offers(ctx, { currency: o.currency, total: o.total, at: 'store' }) : []
  return {
    ...result,
    payment_status: o.payment_status,
    fulfilment_status: o.fulfilment_status,
    placed_at: o.placed_at,
    hold_expires_at: payable ? o.hold_expires_at : null,
    email: open ? o.email : '',
    lines: lines.map(({ unit, sum, ...l }) => ({ ...l, unit_price: formatMoney(unit), total: formatMoney(sum) })),
    subtotal: formatMoney(o.subtotal),
    discount: formatMoney(o.discount),
    discounts: namedDiscounts(o.discounts),
    shipping: formatMoney(o.shipping),
    paid: formatMoney(o.paid),
    refunded: formatMoney(o.refunded),
    shipping_title: o.shipping_title,
    shipping_address: open ? o.shipping_address : null,
    pickup: open ? o.pickup : null,
    history: history.map((h) => ({ ...h, status_label: label(h.status) })),
    shipments: shipments.map((s) => ({ ...s, status_label: label(s.status) })),
    comments,
    returns: returns.map((r) => ({ ...r, status_label: label(r.status) })),
    refunds: refunds.map(({ minor, ...r }) => ({ ...r, amount: formatMoney(minor), status_label: label(r.status) })),
    payment_methods: offers.map(({ code, title }) => ({ code, title })),
    may: {
      pay: payable && o.status !== 'payment_review',
      proof: open && payable && provable,
      cancel: open && unpaid.includes(o.status) && ctx.kernel.settings.of(orderRules).cancel_unpaid,
      comment: open,
      return: open && o.returns_until !== null && new Date(o.returns_until) > new Date() && lines.some((l) => l.returnable > 0),
      receipt: open && (o.payment_status === 'paid' || o.payment_status === 'refunded'),
    },
  }
}
