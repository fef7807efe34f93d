import { type Ctx, formatMoney, ignoreNotFound, sql } from 'stoa'
import { PAYMENTS } from 'stoa/plugins/payments'
import { unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import type { OrderOutcome, OrderResult, OrderView } from '../../api-types.ts'
import { type Access, findOwnAccess } from './access.ts'
import { getMissingAmount } from './head.ts'
import { findPlacedOrderId } from './own-orders.ts'
import { readParts, SHOPPER_PARTS } from './parts.ts'
import { orderStatus } from './shopper-status.ts'
import { type CountedLine, countedColumns } from './units.ts'
import { namedOrderTaxes, orderTaxesSql, type StoredTax } from './taxes.ts'
import { type Discount, discountsSql, namedDiscounts, getLineDiscounts, shippingDiscountLabelsSql } from './discounts.ts'
import type { OrderRow } from '../../resources/order-columns.ts'

interface Head
  extends
    Pick<
      OrderRow,
      'id' | 'order_number' | 'status' | 'payment_status' | 'fulfilment_status' | 'currency' | 'payment_title' | 'shipping_title'
    >,
    Pick<OrderRow, 'email' | 'hold_expires_at' | 'imported_from'> {
  total: number
  subtotal: number
  discount: number
  discounts: Discount[]
  off_sending: string[]
  taxes: StoredTax[]
  shipping: number
  paid: number
  refunded: number
  excess: number
  placed_at: string
  shipping_address: OrderView['shipping_address']
  pickup: OrderView['pickup']
  sent_at: string | null
}

const findHead = (ctx: Ctx, id: number): Promise<Head | undefined> =>
  ctx.kernel.db.one<Head>(sql`
    select o.id, o.order_number, o.status, o.payment_status, o.fulfilment_status, o.total_minor as total, o.currency, o.payment_title, o.subtotal_minor as subtotal,
      o.discount_minor as discount, ${discountsSql(sql`o.id`)} as discounts, ${shippingDiscountLabelsSql(sql`o.id`)} as off_sending, ${orderTaxesSql(ctx.kernel)} as taxes, o.shipping_minor as shipping, o.paid_minor as paid, o.refunded_minor as refunded, o.refunded_excess_minor as excess, o.shipping_title, o.email, o.placed_at,
      o.hold_expires_at, o.shipping_address, o.pickup,
      coalesce(o.shipped_at, o.completed_at) as sent_at, o.imported_from
    from sales_order o where o.id = ${id}`)

/**
 * The outcome of an order without personal data. Amounts are shown only with the order's token or to its customer,
 * since order numbers are sequential and would reveal the shop's revenue.
 * @throws AppError NOT_FOUND
 */
export async function readOutcome(ctx: Ctx, number: string, token: string): Promise<OrderOutcome> {
  const ownedOrder = await ignoreNotFound(findOwnAccess(ctx, { number, token }))
  const o = (await findHead(ctx, ownedOrder?.id ?? (await findPlacedOrderId(ctx, number)))) as Head
  const { result } = await readResult(ctx, o)
  return ownedOrder ? result : { ...result, total: null, due: null }
}

async function readResult(ctx: Ctx, o: Head, isOwner = false): Promise<{ result: OrderResult; provable: boolean }> {
  const attempts = await ctx.kernel.get(PAYMENTS).listAttempts(ctx, { type: 'order', id: o.id })
  const latest = attempts.at(-1)
  const pendingAction = o.status === 'pending' && latest?.action?.type === 'instructions' ? latest.action : undefined
  // The attempt stores its instructions in the language it was started in; readers of another language get those of
  // the method.
  const instructions =
    pendingAction && (await ctx.kernel.get(PAYMENTS).listOffers(ctx)).find((m) => m.code === latest?.method.code)?.description
  const result: OrderResult = {
    order_number: o.order_number,
    status: o.status,
    status_label: orderStatus(ctx, o.status),
    total: formatMoney(o.total),
    due: formatMoney(unpaid.includes(o.status) ? getMissingAmount(o) : 0),
    currency: o.currency,
    payment: {
      method: latest?.method.code ?? '',
      title: latest?.method.title || o.payment_title,
      instructions: pendingAction ? instructions || pendingAction.html : '',
      message: o.status === 'payment_reject' ? latest?.told || ctx.kernel.i18n.t(ctx.language, 'sales:reason.declined') : '',
      // It contains the key for "I have paid", so it is only for readers of the whole order.
      ...(isOwner && pendingAction ? { action: { ...pendingAction, html: instructions || pendingAction.html } } : {}),
    },
  }
  return { result, provable: latest?.provable ?? false }
}

/** A line as it is read: its units and its display data. */
type SoldLine = CountedLine & Pick<OrderView['lines'][number], 'sku' | 'options' | 'image' | 'gift' | 'why'> & { unit: number }

const toLineView = ({ id, name, sku, options, quantity, shipped, returned, image, gift, why, unit, total }: SoldLine) => ({
  ...{ id, name, sku, options, quantity, shipped, returned, image, gift, why },
  unit_price: formatMoney(unit),
  total: formatMoney(total),
})

/** With the members of other plugins. */
type WithParts = OrderView & { may: Readonly<Record<string, boolean>> }

/** The order as its customer sees it, with the allowed actions. With a pay link only what payment needs. */
export async function shopperView(ctx: Ctx, access: Access): Promise<WithParts> {
  const { db } = ctx.kernel
  const o = (await findHead(ctx, access.id)) as Head
  const isFullAccess = !access.payOnly
  const [{ result, provable }, lines, history, comments] = await Promise.all([
    readResult(ctx, o, true),
    db.rows<SoldLine>(
      sql`select ${countedColumns}, sku, options, image, gift, case when gift then price_reason else '' end as why, unit_minor as unit from order_line where order_id = ${o.id} order by id`,
    ),
    db.rows<{ status: string; at: string }>(
      sql`select to_status as status, created_at as at from status_history where document_type = 'order' and document_id = ${o.id} and to_status <> 'draft' order by id`,
    ),
    isFullAccess
      ? db.rows<
          OrderView['comments'][number]
        >(sql`select id, author_kind as author, author_name as name, body, created_at as at from order_comment
        where order_id = ${o.id} and (visible_to_customer or author_kind = 'customer') order by id`)
      : [],
  ])
  const { id, status, imported_from, currency, shipping, paid, refunded, sent_at } = o
  const parts = await readParts(ctx, SHOPPER_PARTS, {
    id,
    status,
    imported_from,
    currency,
    shipping,
    paid,
    refunded,
    sent_at,
    lines,
    whole: isFullAccess,
  })
  const label = (word: string) => orderStatus(ctx, word)
  const payable = unpaid.includes(o.status) && (o.hold_expires_at === null || new Date(o.hold_expires_at) > new Date())
  const offers = payable
    ? await ctx.kernel.get(PAYMENTS).listOffers(ctx, { currency: o.currency, total: getMissingAmount(o), channel: 'store' })
    : []
  return {
    ...result,
    payment_status: o.payment_status,
    fulfilment_status: o.fulfilment_status,
    placed_at: o.placed_at,
    hold_expires_at: payable ? o.hold_expires_at : null,
    email: isFullAccess ? o.email : '',
    ...parts.order,
    lines: lines.map((line, i) => ({ ...toLineView(line), discounts: getLineDiscounts(o.discounts, i), ...parts.line(line.id) })),
    subtotal: formatMoney(o.subtotal),
    discount: formatMoney(o.discount),
    discounts: namedDiscounts(o.discounts),
    shipping: formatMoney(o.shipping),
    off_sending: o.off_sending,
    taxes: namedOrderTaxes(o.taxes, o),
    paid: formatMoney(o.paid),
    refunded: formatMoney(o.refunded),
    shipping_title: o.shipping_title,
    shipping_address: isFullAccess ? o.shipping_address : null,
    pickup: isFullAccess ? o.pickup : null,
    history: history.map((h) => ({ ...h, status_label: label(h.status) })),
    comments,
    payment_methods: offers.map(({ code, title }) => ({ code, title })),
    may: {
      pay: payable && o.status !== 'payment_review',
      proof: isFullAccess && payable && provable,
      cancel: isFullAccess && unpaid.includes(o.status) && o.paid <= o.refunded && ctx.kernel.settings.of(orderRules).cancel_unpaid,
      comment: isFullAccess,
      receipt: isFullAccess && (o.payment_status === 'paid' || o.payment_status === 'refunded'),
      ...parts.may,
    },
  }
}
