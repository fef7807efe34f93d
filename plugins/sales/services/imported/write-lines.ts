import { type Ctx, sql, type Tx } from '#core'
import { stocksBySku } from '#plugins/catalogue/index'
import type { ImportedOrder } from './imported-order.ts'

/** Writes the lines of orders anew, and what was taken off them. Items are those of the shop where their SKU is one of its own. */
export async function writeLines(tx: Tx, ctx: Ctx, orders: readonly ImportedOrder[], ids: readonly number[]): Promise<void> {
  const skus = [...new Set(orders.flatMap(({ amounts }) => amounts.items.map(({ sku }) => sku).filter(Boolean)))]
  const stocks = new Map((await stocksBySku(tx, skus)).map((stock) => [stock.sku, stock]))
  const say = (key: string) => ctx.kernel.i18n.t(ctx.main, `sales:imported.${key}`)
  const lines = orders.flatMap(({ row, amounts }, at) => {
    const sold = amounts.items.map(({ sku, item, quantity, price }, n) => {
      const stock = stocks.get(sku)
      const name = item || `${row.imported_from} ${row.imported_number}`
      return {
        kind: stock ? 'stock' : 'imported',
        subject_id: stock?.id ?? null,
        product_id: stock?.product_id ?? null,
        handover: 'sent',
        sent: row.status === 'canceled' ? 0 : quantity,
        sku,
        name,
        quantity,
        price,
        off: amounts.discounts[n] ?? 0,
      }
    })
    const added = [
      ['tax', amounts.tax],
      ['adjustment', amounts.adjustment],
    ] as const
    const others = added.flatMap(([key, price]) =>
      price > 0
        ? [
            {
              kind: 'imported',
              subject_id: null,
              product_id: null,
              handover: 'none',
              sent: 0,
              sku: '',
              name: say(key),
              quantity: 1,
              price,
              off: 0,
            },
          ]
        : [],
    )
    return [...sold, ...others].map((line, n) => ({ ...line, n, order_id: ids[at] }))
  })
  const taken = orders.flatMap(({ row, amounts }, at) => {
    const amount = amounts.discounts.reduce((all, one) => all + one, 0)
    return amount > 0
      ? [{ order_id: ids[at], label: row.discount_code || say('discount'), amount: -amount, shares: amounts.discounts }]
      : []
  })
  await tx.run(sql`delete from order_line where order_id = any(${[...ids]}::bigint[])`)
  await tx.run(sql`delete from order_adjustment where order_id = any(${[...ids]}::bigint[])`)
  // What was sold left from elsewhere: nothing of it is held or booked out here.
  await tx.run(sql`insert into order_line (order_id, kind, subject_id, product_id, product_type, handover, sku, name, quantity, unit_minor, list_unit_minor,
      discount_minor, total_minor, shipped_quantity)
    select l.order_id, l.kind, l.subject_id, l.product_id, 'general', l.handover, l.sku, l.name, l.quantity, l.price, l.price, l.off, l.price * l.quantity - l.off, l.sent
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(order_id bigint, n int, kind text, subject_id bigint, product_id bigint, sku text, name text,
      handover text, quantity int, sent int, price bigint, off bigint) order by l.order_id, l.n`)
  await tx.run(sql`insert into order_adjustment (order_id, kind, label, amount_minor, shares)
    select a.order_id, 'manual', a.label, a.amount, a.shares from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
      as a(order_id bigint, label text, amount bigint, shares jsonb) order by a.order_id`)
}
