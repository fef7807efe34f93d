import { type Ctx, AppError, formatMoney, type Kernel, NOT_FOUND, parseMoney, filterByShape, sql, relation, t } from 'stoa'
import { namedStock, listChoices, getStockNames } from 'stoa/plugins/catalogue'
import { SHIPPING } from 'stoa/plugins/shipping'
import { order } from '../../resources/order.ts'
import { orderLine } from '../../resources/order-line.ts'
import { Line, OrderExtras } from '../../admin-api-types.ts'
import { lineDiscountSql, getLineDiscounts } from './discounts.ts'
import { canChange } from './change/read.ts'
import { isFullyRefunded } from './order-refunds.ts'
import { namedOrderTaxes, orderTaxesSql, type StoredTax } from './taxes.ts'
import { readParts, shapeWith, STAFF_PARTS } from './parts.ts'

const orderGraph = { lines: relation(orderLine, { graph: { stock: namedStock } }) }

/** Response schema of the order screen: the order, the open units of each line, and the parts of other plugins. */
export const viewShape = (kernel: Kernel) =>
  shapeWith(kernel, STAFF_PARTS, { properties: { order: t.row('order'), ...OrderExtras.properties } }, Line)

interface SoldItem {
  name: string
  options?: { label: string; value: string }[]
  stock: Parameters<typeof getStockNames>[0] | null
}

/** Name and options of a sold item: in the reader's language if the item still exists, otherwise as sold. */
function localizeItem({ name, options = [], stock }: SoldItem, reader: Ctx | undefined): Required<Omit<SoldItem, 'stock'>> {
  if (!stock || !reader) return { name, options }
  const choices = listChoices(stock, reader)
  return { name: getStockNames(stock, reader).name || name, options: choices.length === options.length ? choices : options }
}

/** What the order screen shows beside its row. The plugin that owns a part reads it; all parts are read in parallel. */
export async function readOrderParts(ctx: Ctx, id: number): Promise<object> {
  const { kernel } = ctx
  // Staff read in their own interface language, not in the language of the order.
  const reader: Ctx = { ...ctx, language: ctx.interfaceLanguage ?? ctx.language }
  const [found, adjustments, head, shippingMethods, going_back] = await Promise.all([
    kernel.query(order, orderGraph).findById(id),
    kernel.db.rows<{ label: string; kind: string; minor: number; goods: number; shares: number[] }>(
      sql`select label, kind, amount_minor as minor, -${lineDiscountSql} as goods, shares from order_adjustment where order_id = ${id} order by id`,
    ),
    kernel.db.one<{ id: number | null; taxes: StoredTax[] }>(
      sql`select o.shipping_method_id as id, ${orderTaxesSql(kernel)} as taxes from sales_order o where o.id = ${id}`,
    ),
    kernel.get(SHIPPING).listEnabledMethods(reader),
    isFullyRefunded(kernel.db, ctx, id),
  ])
  if (!found) throw new AppError(NOT_FOUND)
  const translationReader = found.language === reader.language ? undefined : reader
  const lines = found.lines.map((line) => ({
    id: line.id,
    ...localizeItem(line as SoldItem, translationReader),
    sent: line.handover === 'sent',
    quantity: line.quantity,
    shipped: line.shipped_quantity,
    canceled: line.canceled_quantity,
    returned: line.returned_quantity,
    total: parseMoney(line.total),
    refunded_quantity: line.refunded_quantity,
    refunded: parseMoney(line.refunded),
    currency: found.currency,
  }))
  const parts = await readParts(ctx, STAFF_PARTS, {
    id,
    status: found.status,
    imported_from: found.imported_from,
    currency: found.currency,
    shipping: parseMoney(found.shipping),
    paid: parseMoney(found.paid),
    refunded: parseMoney(found.refunded),
    lines,
  })
  const barcodes = new Map(found.lines.map((line) => [line.id, line.stock?.barcode ?? null]))
  const shippingMethod = shippingMethods.find((method) => method.id === head?.id)
  const extras = filterByShape(OrderExtras, {
    going_back,
    changeable: canChange(found),
    shipping_title: (translationReader && shippingMethod?.title) || found.shipping_title,
    lines: lines.map((line, i) => ({
      ...line,
      physical: line.sent,
      barcode: barcodes.get(line.id) ?? null,
      discounts: getLineDiscounts(adjustments, i),
    })),
    adjustments: adjustments.map(({ minor, goods, shares: _shares, ...a }) => ({
      ...a,
      amount: formatMoney(minor),
      goods: formatMoney(goods),
      shipping: formatMoney(goods - minor),
    })),
    taxes: namedOrderTaxes(head?.taxes ?? [], {
      currency: found.currency,
      total: parseMoney(found.total),
      refunded: parseMoney(found.refunded),
      excess: parseMoney(found.refunded_excess),
    }),
  })
  return { ...extras, ...parts.order, lines: extras.lines.map((line) => ({ ...line, ...parts.line(line.id) })) }
}
