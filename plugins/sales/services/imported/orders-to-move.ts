import { basic, type Ctx, sql } from 'stoa'

/** Batch size: orders per read. */
const BATCH = 200

interface ExportedOrder {
  id: number
  lines: Record<string, unknown>[]
  head: Record<string, unknown>
}

/**
 * Orders of this shop as rows of `order_import`, for import into another shop as history. An unpaid or canceled order
 * is canceled there. An order that is not yet shipped counts as completed.
 */
export async function* exportOrders(ctx: Ctx): AsyncGenerator<Record<string, unknown>> {
  const from = ctx.kernel.settings.of(basic).name.slice(0, 40) || 'Stoa'
  for (let last = 0; ;) {
    const orders = await ctx.kernel.db.rows<ExportedOrder>(sql`select o.id, json_build_object(
        'imported_from', ${from}::text, 'imported_number', o.order_number, 'placed_at', o.placed_at,
        'status', case when o.status = 'refunded' then 'refunded' when o.status = 'canceled' or o.paid_minor = 0 and o.total_minor > 0 then 'canceled' else 'completed' end,
        'email', o.email, 'first_name', o.first_name, 'last_name', o.last_name,
        'phone', case when o.phone is null then '' when o.country_code is null then o.phone else concat('+', o.country_code, ' ', o.phone) end,
        'currency', o.currency, 'exchange_rate', o.exchange_rate, 'subtotal', o.subtotal_minor / 100.0, 'discount', 0, 'shipping', o.shipping_minor / 100.0, 'tax', 0, 'earn_points', false,
        'total', o.total_minor / 100.0, 'outstanding', greatest(o.total_minor - o.paid_minor, 0) / 100.0,
        'refunded', least(o.refunded_minor, o.paid_minor, o.total_minor) / 100.0,
        'payment_title', o.payment_title, 'shipping_title', o.shipping_title,
        'recipient', coalesce(o.shipping_address->>'first_name', ''), 'recipient_last_name', coalesce(o.shipping_address->>'last_name', ''),
        'recipient_phone', coalesce(o.shipping_address->>'contact_number', ''), 'billing_street', coalesce(o.billing_address->>'address', ''),
        'billing_city', coalesce(o.billing_address->>'area', ''), 'billing_country', coalesce(o.billing_address->>'country', ''),
        'street', coalesce(o.shipping_address->>'address', ''), 'city', coalesce(o.shipping_address->>'area', ''),
        'country', coalesce(o.shipping_address->>'country', ''), 'customer_note', coalesce(o.customer_note, '')) as head,
      coalesce((select json_agg(json_build_object('sku', l.sku, 'item', l.name, 'quantity', l.quantity - l.canceled_quantity, 'price', l.unit_minor / 100.0,
        'line_discount', l.discount_minor / 100.0) order by l.id) from order_line l where l.order_id = o.id and l.quantity > l.canceled_quantity), '[]') as lines
      from sales_order o where o.id > ${last} and o.placed_at is not null and o.status <> 'draft' and o.imported_from is null
      order by o.id limit ${BATCH}`)
    for (const { head, lines } of orders) {
      yield { ...head, ...lines[0] }
      for (const line of lines.slice(1)) yield line
    }
    if (orders.length < BATCH) return
    last = orders.at(-1)?.id ?? last
  }
}
