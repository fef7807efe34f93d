import { type Ctx, type Db, AppError, NOT_FOUND, sql, message, WRONG_STATE } from 'stoa'
import type { PickupPlace } from 'stoa/plugins/shipping'
import type { TaxPart } from '../../../domain/tax.ts'
import type { Address } from '../../sale/checkout-input.ts'
import { DELIVERY } from '../delivery.ts'
import { ORDER_REFUNDS } from '../order-refunds.ts'
import { taxPartsSql } from '../taxes.ts'
import type { OrderRow } from '../../../resources/order-columns.ts'
import type { OrderLineRow } from '../../../resources/order-line.ts'

/** An order as it is before a change. Amounts in minor units of its currency. */
export interface OrderBefore
  extends
    Pick<OrderRow, 'id' | 'status' | 'source' | 'language' | 'currency' | 'customer_id' | 'email' | 'first_name'>,
    Pick<OrderRow, 'last_name' | 'country_code' | 'phone' | 'paid_at' | 'units_shipped' | 'shipping_title'> {
  version: number
  rate: string
  paid: number
  excess: number
  subtotal: number
  shipping: number
  total: number
  shipping_method_id: number | null
  payment_method: string
  shipping_address: Address | null
  billing_address: Address | null
  pickup: PickupPlace | null
  /** Shipping amount that was refunded or is to be refunded. */
  promised_shipping: number
  /** A refund of an earlier change is still open. */
  difference_open: boolean
}

/** A line as it is before a change. */
export interface LineBefore
  extends
    Pick<OrderLineRow, 'id' | 'kind' | 'subject_id' | 'product_id' | 'handover' | 'name' | 'quantity' | 'price_reason'>,
    Pick<OrderLineRow, 'discountable' | 'gift'> {
  type: string
  options: { label: string; value: string }[]
  additional_options: Record<string, string>
  unit: number
  discount: number
  total: number
  /** Units that cannot be removed: shipped, canceled, refunded, or in a shipment. */
  fixed: number
  refunded: number
  taxes: readonly TaxPart[]
}

/** An adjustment the order has before the change. */
export interface AdjustmentBefore {
  id: number
  /** Whole amount, for lines and shipping. */
  amount: number
  shares: readonly number[]
}

export interface Before {
  order: OrderBefore
  lines: LineBefore[]
  adjustments: AdjustmentBefore[]
  shippingTaxes: readonly TaxPart[]
}

/** Reads an order with its lines and adjustments. Inside a transaction the order is locked. @throws AppError NOT_FOUND */
export async function readBefore(db: Db, { kernel }: Pick<Ctx, 'kernel'>, id: number): Promise<Before> {
  const refunds = kernel.find(ORDER_REFUNDS)
  const [row, lines, adjustments] = await Promise.all([
    db.one<
      OrderBefore & Pick<Before, 'shippingTaxes'>
    >(sql`select id, version, status, source, language, currency, trim_scale(exchange_rate)::text as rate, customer_id, email,
      first_name, last_name, country_code, phone, paid_minor as paid, refunded_excess_minor as excess, paid_at, subtotal_minor as subtotal,
      shipping_minor as shipping, total_minor as total, units_shipped, shipping_method_id, shipping_title, payment_method, shipping_address,
      billing_address, pickup, ${refunds?.promisedShippingSql(sql`sales_order.id`) ?? sql`0`}::bigint as promised_shipping,
      ${refunds?.isDifferenceOpenSql(sql`sales_order.id`) ?? sql`false`} as difference_open,
      ${taxPartsSql(sql`x.order_id = sales_order.id and x.order_line_id is null`)} as "shippingTaxes" from sales_order where id = ${id}`),
    db.rows<LineBefore>(sql`select l.id, l.kind, l.subject_id, l.product_id, l.product_type as type, l.handover, l.name, l.options, l.additional_options, l.quantity,
      l.unit_minor as unit, l.discount_minor as discount, l.total_minor as total, l.refunded_minor as refunded, l.price_reason, l.discountable, l.gift,
      ${taxPartsSql(sql`x.order_line_id = l.id`)} as taxes,
      greatest(l.shipped_quantity + l.canceled_quantity + ${kernel.find(DELIVERY)?.packedUnitsSql(sql`l.id`) ?? sql`0`}, l.refunded_quantity)::int as fixed
      from order_line l where l.order_id = ${id} order by l.id`),
    db.rows<AdjustmentBefore>(sql`select id, -amount_minor as amount, shares from order_adjustment where order_id = ${id} order by id`),
  ])
  if (!row) throw new AppError(NOT_FOUND)
  const { shippingTaxes, ...order } = row
  return { order, lines, adjustments, shippingTaxes }
}

const CHANGEABLE: readonly string[] = ['pending', 'payment_review', 'payment_reject', 'paid', 'processing']

/** Whether an order with this status and source can be changed. */
export const canChange = ({ status, source }: { status: string; source: string }): boolean =>
  source !== 'pos' && CHANGEABLE.includes(status)

/** @throws AppError WRONG_STATE with the reason */
export function assertChangeable(order: OrderBefore): void {
  if (order.source === 'pos') throw new AppError(WRONG_STATE, { status: [message('sales:error.change_pos')] })
  if (!canChange(order)) throw new AppError(WRONG_STATE, { status: [message('sales:error.change_over')] })
  if (order.difference_open) throw new AppError(WRONG_STATE, { status: [message('sales:error.change_refund')] })
}
