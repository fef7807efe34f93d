import { toLocale, type Ctx, AppError, figureText, type Locale, NOT_FOUND, sql } from 'stoa'
import { type Block, DOCUMENTS, readLetterhead, type PrintedDocument } from 'stoa/plugins/documents'
import { fullName } from 'stoa/plugins/people'
import { formatAmount } from '../../domain/amount.ts'
import { type Discount, discountsSql } from './discounts.ts'
import { orderTaxesSql, refundedTaxes, type StoredTax, taxTexts } from './taxes.ts'
import { assertOwnOrder, getMissingAmount } from './head.ts'
import type { OrderRow } from '../../resources/order-columns.ts'

export const documentTypes = ['invoice', 'packing', 'receipt'] as const
export type DocumentType = (typeof documentTypes)[number]

interface Order
  extends
    Pick<OrderRow, 'id' | 'imported_from' | 'order_number' | 'status' | 'language' | 'currency' | 'placed_at' | 'paid_at'>,
    Pick<OrderRow, 'first_name' | 'last_name' | 'email' | 'phone' | 'payment_title' | 'shipping_title' | 'customer_note'> {
  subtotal: number
  discounts: Discount[]
  shipping: number
  total: number
  paid: number
  refunded: number
  excess: number
  shipping_address: Address | null
  billing_address: Address | null
  taxes: StoredTax[]
}

interface Address {
  first_name: string
  last_name: string
  address: string
  contact_number: string
}

interface Line {
  name: string
  sku: string
  options: { label: string; value: string }[]
  quantity: number
  open: number
  unit: number
  discount: number
  total: number
}

/**
 * Renders a document of an order, by default in the order's language.
 * @throws AppError NOT_FOUND, also for a receipt of an unpaid order
 */
export async function createOrderDocument(
  ctx: Ctx,
  id: number,
  type: DocumentType,
  requestedLanguage?: unknown,
): Promise<{ number: string; document: PrintedDocument }> {
  const { db } = ctx.kernel
  const order =
    await db.one<Order>(sql`select id, order_number, imported_from, status, language, currency, placed_at, paid_at, first_name, last_name, email, phone,
    subtotal_minor as subtotal, ${discountsSql(sql`o.id`)} as discounts, shipping_minor as shipping, total_minor as total, paid_minor as paid, refunded_minor as refunded, refunded_excess_minor as excess,
    payment_title, shipping_title, shipping_address, billing_address, customer_note, ${orderTaxesSql(ctx.kernel)} as taxes from sales_order o where id = ${id}`)
  if (order) assertOwnOrder(order)
  if (!order || (type === 'receipt' && order.paid === 0 && order.paid_at === null)) throw new AppError(NOT_FOUND)
  const lines =
    await db.rows<Line>(sql`select name, sku, options, quantity, quantity - canceled_quantity - shipped_quantity as open, unit_minor as unit,
    discount_minor as discount, total_minor as total from order_line where order_id = ${id} order by id`)
  const language = toLocale(requestedLanguage ?? order.language, ctx.mainLanguage)
  return { number: order.order_number, document: layOutDocument(ctx, order, lines, type, language) }
}

/** A complete document in memory, for e-mail attachments. */
export async function renderOrderDocument(ctx: Ctx, id: number, type: DocumentType, language: Locale): Promise<Buffer> {
  const { document } = await createOrderDocument(ctx, id, type, language)
  return ctx.kernel.get(DOCUMENTS).bytes(document)
}

/** Packing slips of several orders in one document, separated by a rule. */
export async function createPackingSlips(ctx: Ctx, ids: readonly number[], requestedLanguage?: unknown): Promise<PrintedDocument> {
  const documents = []
  for (const id of ids) documents.push((await createOrderDocument(ctx, id, 'packing', requestedLanguage ?? ctx.language)).document)
  const [first] = documents
  if (!first) throw new AppError(NOT_FOUND)
  const title = ctx.kernel.i18n.t(toLocale(first.language, ctx.mainLanguage), 'sales:paper.packing')
  const { running: _running, ...rest } = first
  return {
    ...rest,
    title,
    blocks: documents.flatMap((p, i) => [
      ...(i > 0 ? ([{ type: 'space', height: 12 }, { type: 'rule' }, { type: 'space', height: 4 }] as Block[]) : []),
      ...p.blocks,
    ]),
  }
}

function layOutDocument(ctx: Ctx, o: Order, lines: readonly Line[], type: DocumentType, language: Locale): PrintedDocument {
  const t = (key: string, values: Record<string, unknown> = {}) => ctx.kernel.i18n.t(language, `sales:paper.${key}`, values)
  const zone = String(ctx.kernel.settings.read('basic', ctx.mainLanguage).time_zone)
  const day = (at: string | null) => (at ? new Date(at).toLocaleDateString(language, { timeZone: zone, dateStyle: 'long' }) : '–')
  const { name, head, footnote } = readLetterhead(ctx.kernel, language)
  const to = type === 'packing' ? o.shipping_address : (o.billing_address ?? o.shipping_address)
  const buyer = fullName(o.first_name, o.last_name)
  const recipientBlocks: Block[] = [
    { type: 'text', text: t(type === 'packing' ? 'deliver_to' : 'bill_to'), quiet: true },
    { type: 'text', text: to ? fullName(to.first_name, to.last_name) : buyer || t('walk_in'), strong: true },
    ...(to
      ? [
          { type: 'text' as const, text: to.address },
          { type: 'text' as const, text: to.contact_number, quiet: true },
        ]
      : []),
    ...(type !== 'packing' && o.email ? [{ type: 'text' as const, text: o.email, quiet: true }] : []),
  ]
  const facts: [string, string][] = [
    [t('number'), o.order_number],
    [t('date'), day(o.placed_at)],
    ...(type === 'receipt' ? [[t('paid_on'), day(o.paid_at)] as [string, string]] : []),
    ...(type !== 'packing' && o.payment_title ? [[t('payment'), o.payment_title] as [string, string]] : []),
    ...(o.shipping_title ? [[t('delivery'), o.shipping_title] as [string, string]] : []),
  ]
  const title = t(type)
  return {
    title: `${title} ${o.order_number}`,
    language,
    running: `${title} ${o.order_number} · ${name}`,
    foot: `${name} · ${t('page', { page: '{page}', pages: '{pages}' })}`,
    blocks: [
      {
        type: 'columns',
        shares: [3, 2],
        columns: [
          head,
          [{ type: 'code', code: { kind: 'code128', text: o.order_number }, height: 9, caption: o.order_number, align: 'right' }],
        ],
      },
      { type: 'space', height: 5 },
      { type: 'heading', text: title },
      { type: 'columns', columns: [recipientBlocks, [{ type: 'pairs', rows: facts }]] },
      { type: 'space', height: 4 },
      type === 'packing' ? packingTable(lines, t) : priceTable(lines, o.currency, t),
      ...(type === 'packing' ? [] : [{ type: 'totals' as const, rows: getTotals(o, type, t) }]),
      ...(type === 'packing'
        ? []
        : taxTexts(ctx.kernel, language, refundedTaxes(o.taxes, o), o.currency).map((text) => ({
            ...{ type: 'text' as const, text, quiet: true, align: 'right' as const },
          }))),
      ...(type === 'packing' && o.customer_note ? [{ type: 'text' as const, text: o.customer_note }] : []),
      ...(footnote ? [{ type: 'text' as const, text: footnote, quiet: true }] : []),
    ],
  }
}

type Translate = (key: string) => string
const getCell = (l: Line) => ({ text: [l.name, ...l.options.map((o) => o.value)].join(' – '), detail: l.sku })

function priceTable(lines: readonly Line[], currency: string, t: Translate): Block {
  const hasDiscounts = lines.some((l) => l.discount > 0)
  return {
    type: 'table',
    columns: [
      { label: t('item'), share: 5 },
      { label: t('quantity'), share: 1.1, align: 'right' },
      { label: t('unit'), share: 1.5, align: 'right' },
      ...(hasDiscounts ? [{ label: t('discount'), share: 1.4, align: 'right' as const }] : []),
      { label: t('amount'), share: 1.7, align: 'right' },
    ],
    rows: lines.map((l) => [
      getCell(l),
      String(l.quantity),
      figureText(l.unit, currency),
      ...(hasDiscounts ? [l.discount > 0 ? figureText(-l.discount, currency) : ''] : []),
      figureText(l.total, currency),
    ]),
  }
}

const packingTable = (lines: readonly Line[], t: Translate): Block => ({
  type: 'table',
  columns: [
    { label: t('item'), share: 6 },
    { label: t('ordered'), share: 1.2, align: 'right' },
    { label: t('to_pack'), share: 1.2, align: 'right' },
    { label: t('packed'), share: 1.2, align: 'right' },
  ],
  rows: lines.map((l) => [getCell(l), String(l.quantity), String(l.open), '☐']),
})

/** The amount due: zero for a finished or canceled order. */
function getDue(o: Order): number {
  if (o.status === 'canceled' || o.status === 'refunded') return 0
  return getMissingAmount(o)
}

function getTotals(o: Order, type: DocumentType, t: Translate): [string, string][] {
  const due = getDue(o)
  return [
    [t('subtotal'), figureText(o.subtotal, o.currency)],
    ...o.discounts.map(({ label, minor }): [string, string] => [label || t('discount'), figureText(-minor, o.currency)]),
    ...(o.shipping > 0 || o.shipping_title ? [[t('shipping'), figureText(o.shipping, o.currency)] as [string, string]] : []),
    [t('total'), formatAmount(o.total, o.currency)],
    ...(type === 'receipt' || o.paid > 0 ? [[t('paid'), formatAmount(o.paid, o.currency)] as [string, string]] : []),
    ...(o.refunded > 0 ? [[t('refunded'), figureText(-o.refunded, o.currency)] as [string, string]] : []),
    ...((type === 'invoice' || o.paid > 0) && due > 0 ? [[t('due'), formatAmount(due, o.currency)] as [string, string]] : []),
  ]
}
