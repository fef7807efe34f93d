import { readHistory } from 'stoa/plugins/documents'
import { account, inverseRelation, type Ctx, AppError, formatMoney, NOT_FOUND, parseMoney, filterByShape, sql, relation } from 'stoa'
import { namedStock, pictureSql, getStockNames, stocksSql } from 'stoa/plugins/catalogue'
import { baseCurrency } from 'stoa/plugins/currency'
import { warehouse } from 'stoa/plugins/inventory'
import { netUnit } from '../domain/amounts.ts'
import { po } from '../resources/po.ts'
import { poLine } from '../resources/po-fields.ts'
import { goodsReceipt, goodsReceiptLine, supplierPayment } from '../resources/receipt.ts'
import { supplier } from '../resources/supplier.ts'
import { PoView } from '../api-types.ts'
import { isApprovalPending } from './approval.ts'
import { dueSql } from './transitions.ts'

const named = relation(account, { only: ['name'] })

const whole = {
  supplier,
  warehouse,
  created_by_row: named,
  approved_by_row: named,
  lines: relation(poLine, { graph: { stock: namedStock } }),
  receipts: inverseRelation(goodsReceipt, 'po_id', {
    graph: { received_by_row: named, lines: relation(goodsReceiptLine, { graph: { stock: namedStock } }) },
  }),
  payments: inverseRelation(supplierPayment, 'po_id'),
}

/** An order with its related data, with product names in the language of the context. @throws AppError NOT_FOUND */
export async function readOrderView(ctx: Ctx, id: number): Promise<PoView> {
  const { kernel, actor } = ctx
  const [order, money, history, waiting, pictures] = await Promise.all([
    kernel.query(po, whole).findById(id),
    kernel.db.one<{ due: number; paid: number }>(dueSql(id)),
    readHistory(ctx.kernel.db, 'po', id) as Promise<PoView['history']>,
    isApprovalPending(ctx, kernel.db, id),
    kernel.db.rows<{ id: number; image: string | null }>(sql`
      select l.id, ${pictureSql} as image from ${stocksSql} join purchase_order_line l on l.stock_id = s.id where l.po_id = ${id}`),
  ])
  if (!order || !money) throw new AppError(NOT_FOUND)
  const pictured = new Map(pictures.map(({ id: line, image }) => [line, image]))
  return filterByShape(PoView, {
    ...order,
    supplier: { ...order.supplier, language: order.supplier.paper_language },
    base_currency: baseCurrency(kernel),
    creator: order.created_by_row?.name ?? '',
    approver: order.approved_by_row?.name ?? '',
    own: actor.kind === 'admin' && order.created_by === actor.id,
    waits: waiting,
    number: order.number ?? '',
    exchange_rate: String(Number(order.exchange_rate)),
    lines: order.lines.map(({ stock, ...line }) => ({
      ...line,
      ...getStockNames(stock, ctx),
      product_id: stock.product.id,
      image: pictured.get(line.id) ?? null,
      sku: stock.sku,
      barcode: stock.barcode,
      dated: stock.product.has_expiry_date,
      received: line.received_quantity,
      rejected: line.rejected_quantity,
      closed: line.closed_quantity,
      open: Math.max(0, line.quantity - line.received_quantity - line.rejected_quantity - line.closed_quantity),
      unit_cost: line.unit_cost ?? '0.00',
      net_cost: formatMoney(netUnit(parseMoney(line.unit_cost ?? '0'), line.quantity, parseMoney(line.discount))),
      total: formatMoney(parseMoney(line.unit_cost ?? '0') * line.quantity - parseMoney(line.discount)),
    })),
    receipts: order.receipts.toReversed().map(({ received_by_row, lines, ...receipt }) => ({
      ...receipt,
      who: received_by_row?.name ?? '',
      lines: lines.map(({ stock, ...line }) => ({ ...line, name: getStockNames(stock, ctx).name, sku: stock.sku })),
    })),
    payments: order.payments.toSorted((a, b) => a.paid_at.localeCompare(b.paid_at)),
    due: formatMoney(money.due),
    paid: formatMoney(money.paid),
    history,
  })
}
