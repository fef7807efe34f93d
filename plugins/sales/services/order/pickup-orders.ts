import { type Ctx, type Db, likeText, sql, type Sql } from 'stoa'
import { fullNameSql, isCalledSql } from 'stoa/plugins/people'
import { collectedSql } from 'stoa/plugins/shipping'
import { unpaid } from '../../domain/statuses.ts'
import { DELIVERY } from './delivery.ts'
import { type Discount, discountsSql } from './discounts.ts'
import { getMissingAmount } from './head.ts'
import type { OrderRow } from '../../resources/order-columns.ts'

const MAX_ORDERS = 50

/** An order for pickup, as the pickup desk sees it. Amounts in minor units of its currency. */
export interface PickupOrder extends Pick<OrderRow, 'id' | 'status' | 'email' | 'phone' | 'placed_at' | 'currency'> {
  number: string
  name: string
  total: number
  /** Amount due before it may be handed over. */
  due: number
  /** Units not yet handed over. */
  units: number
  /** A part of it is ready for pickup. */
  ready: boolean
}

/** The same with its details. */
export interface PickupOrderDetails extends PickupOrder {
  /** The buyer picks it up at a place of the shop. */
  collects: boolean
  /** The chosen place; null if any place will do. */
  place: { code: string; name: string } | null
  note: string
  shipping: number
  discounts: Pick<Discount, 'label' | 'minor'>[]
  lines: { name: string; sku: string; options: { label: string; value: string }[]; quantity: number; left: number; unit: number }[]
}

interface Row extends Omit<PickupOrder, 'due'> {
  paid: number
  excess: number
}

const columns = ({ kernel }: Pick<Ctx, 'kernel'>): Sql => sql`o.id, o.order_number as number, o.status,
  ${fullNameSql(sql`o.first_name`, sql`o.last_name`)} as name, o.email, nullif(concat(o.country_code, o.phone), o.country_code) as phone, o.placed_at,
  o.currency, o.total_minor as total, o.paid_minor as paid, o.refunded_excess_minor as excess, o.units_total - o.units_received as units,
  ${kernel.find(DELIVERY)?.isReadySql(sql`o.id`) ?? sql`false`} as ready`

const toPickupOrder = <R extends Row>({ paid, excess, ...row }: R) => ({
  ...row,
  due: unpaid.includes(row.status) ? getMissingAmount({ total: row.total, paid, excess }) : 0,
})

/** SQL: orders with units that are still to be handed over. */
const awaitsPickupSql = sql`o.status in ('pending', 'payment_review', 'payment_reject', 'paid', 'processing', 'shipped')
  and o.units_total > o.units_received and ${collectedSql(sql`o.shipping_method_id`)}`

/**
 * Orders to be picked up at a place, by its code, oldest first. `search` filters by number, name, address or phone. An
 * order without a chosen place is listed at every place.
 */
export async function listPickupOrders(ctx: Ctx, place: Sql, search: string): Promise<PickupOrder[]> {
  const like = `%${likeText(search.trim())}%`
  const digits = search.replaceAll(/\D/g, '')
  const byPhone = digits.length > 3 ? sql`or regexp_replace(concat(o.country_code, o.phone), '\\D', '', 'g') like ${`%${digits}%`}` : sql``
  const rows = await ctx.kernel.db.rows<Row>(sql`select ${columns(ctx)} from sales_order o
    where ${awaitsPickupSql} and coalesce(o.pickup->>'code', ${place}) = ${place}
      and (${search.trim() === ''} or o.order_number ilike ${like} or o.email ilike ${like} or ${isCalledSql(sql`o.first_name`, sql`o.last_name`, like)} ${byPhone})
    order by o.placed_at, o.id limit ${MAX_ORDERS}`)
  return rows.map(toPickupOrder)
}

/** An order by its number or id, whatever its shipping method, for handing it over; undefined if there is none. */
export async function findPickupOrder(ctx: Ctx, db: Db, by: { number: string } | { id: number }): Promise<PickupOrderDetails | undefined> {
  const where = 'id' in by ? sql`o.id = ${by.id}` : sql`o.order_number = upper(${by.number})`
  const row = await db.one<
    Row & Omit<PickupOrderDetails, keyof PickupOrder>
  >(sql`select ${columns(ctx)}, ${collectedSql(sql`o.shipping_method_id`)} as collects,
    o.pickup as place, o.customer_note as note, o.shipping_minor as shipping, ${discountsSql(sql`o.id`)} as discounts,
    (select coalesce(json_agg(json_build_object('name', l.name, 'sku', l.sku, 'options', l.options, 'quantity', l.quantity, 'unit', l.unit_minor,
      'left', case when l.handover = 'sent' then l.quantity - l.canceled_quantity - l.shipped_quantity else 0 end) order by l.id), '[]')
      from order_line l where l.order_id = o.id) as lines
    from sales_order o where ${where} and o.status <> 'draft'`)
  return row && toPickupOrder(row)
}
