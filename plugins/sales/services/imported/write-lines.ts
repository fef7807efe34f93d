import { type Ctx, sql, type Tx } from 'stoa'
import { findStocksBySku } from 'stoa/plugins/catalogue'
import type { ImportedOrder } from './imported-order.ts'
import { orderLine } from '../../resources/order-line.ts'

/** Replaces the lines of orders and their adjustments. A line is linked to an item of this shop if the SKU matches. */
export async function writeLines(tx: Tx, ctx: Ctx, orders: readonly ImportedOrder[], ids: readonly number[]): Promise<void> {
  const skus = [...new Set(orders.flatMap(({ amounts }) => amounts.items.map(({ sku }) => sku).filter(Boolean)))]
  const stocks = new Map((await findStocksBySku(tx, skus)).map((stock) => [stock.sku, stock]))
  const say = (key: string) => ctx.kernel.i18n.t(ctx.mainLanguage, `sales:imported.${key}`)
  const lines = orders.flatMap(({ row, amounts }, at) => {
    const sold = amounts.items.map(({ sku, item, quantity, price }, n) => {
      const stock = stocks.get(sku)
      const name = item || `${row.imported_from} ${row.imported_number}`
      return {
        kind: stock ? 'stock' : 'imported',
        subject_id: stock?.id ?? null,
        product_id: stock?.product_id ?? null,
        handover: 'sent' as const,
        shipped_quantity: row.status === 'canceled' ? 0 : quantity,
        sku,
        name,
        quantity,
        ...getAmounts(price, quantity, amounts.discounts[n] ?? 0),
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
              handover: 'none' as const,
              shipped_quantity: 0,
              sku: '',
              name: say(key),
              quantity: 1,
              ...getAmounts(price, 1, 0),
            },
          ]
        : [],
    )
    return [...sold, ...others].map((line) => ({ ...line, order_id: ids[at] ?? 0 }))
  })
  const adjustments = orders.flatMap(({ row, amounts }, at) => {
    const amount = amounts.discounts.reduce((all, discount) => all + discount, 0)
    return amount > 0
      ? [{ order_id: ids[at], label: row.discount_code || say('discount'), amount: -amount, shares: amounts.discounts }]
      : []
  })
  await tx.remove(orderLine, { order_id: [...ids] })
  await tx.run(sql`delete from order_adjustment where order_id = any(${[...ids]}::bigint[])`)
  // Imported orders were shipped elsewhere: no stock is reserved or booked out here.
  await tx.insertAll(orderLine, lines, { product_type: 'general' })
  await tx.run(sql`insert into order_adjustment (order_id, kind, label, amount_minor, shares)
    select a.order_id, 'manual', a.label, a.amount, a.shares from jsonb_to_recordset(${JSON.stringify(adjustments)}::jsonb)
      as a(order_id bigint, label text, amount bigint, shares jsonb) order by a.order_id`)
}

/** The amounts of a line in minor units, from unit price, quantity and the discount on the whole line. */
const getAmounts = (price: number, quantity: number, discount: number) => ({
  unit_minor: price,
  list_unit_minor: price,
  discount_minor: discount,
  total_minor: price * quantity - discount,
})
