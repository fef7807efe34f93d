import { invalid, type Text, text } from '#core'
import type { Cell, PrintedDocument } from '../../documents/index.ts'
import { type Layout, layoutOf, layouts, perPage } from '../domain/layouts.ts'
import { barcodeKind, barcodeProblem } from '../domain/symbology.ts'
import type { LabelStock } from '../wire.ts'

/** Labels of one stock, and of one print. */
const MOST_COPIES = 1_000
const MOST_LABELS = 2_000
const MOST_STOCKS = 1_000
/** Margins inside a label, both sides together. */
const INSIDE_MM = 4.4

/** What is to be printed, checked. */
export interface LabelOrder {
  copies: Map<number, number>
  layout: Layout
  start: number
}

/** Reads `{stocks: [{id, quantity}], layout?, start?}`. @throws Failed INVALID */
export function readOrder(body: Record<string, unknown>): LabelOrder {
  const stocks = Array.isArray(body.stocks) ? (body.stocks as unknown[]) : []
  if (stocks.length === 0) throw invalid({ stocks: text('labels:error.none') })
  if (stocks.length > MOST_STOCKS) throw invalid({ stocks: text('labels:error.stocks', { max: MOST_STOCKS }) })
  const copies = new Map<number, number>()
  for (const [i, entry] of stocks.entries()) {
    const { id, quantity } = (entry ?? {}) as { id?: unknown; quantity?: unknown }
    const [stock, count] = [Number(id), Number(quantity ?? 1)]
    if (!Number.isSafeInteger(stock) || stock < 1) throw invalid({ [`stocks.${i}.id`]: text('core:rule.choice') })
    if (!Number.isInteger(count) || count < 1 || count > MOST_COPIES)
      throw invalid({ [`stocks.${i}.quantity`]: text('labels:error.copies', { max: MOST_COPIES }) })
    copies.set(stock, (copies.get(stock) ?? 0) + count)
  }
  const all = [...copies.values()].reduce((a, b) => a + b, 0)
  if (all > MOST_LABELS) throw invalid({ stocks: text('labels:error.labels', { count: all, max: MOST_LABELS }) })
  const layout = layoutOf(String(body.layout ?? layouts[0].id))
  if (!layout) throw invalid({ layout: text('core:rule.choice') })
  const start = Number(body.start ?? 1)
  if (!Number.isInteger(start) || start < 1 || start > perPage(layout))
    throw invalid({ start: text('labels:error.start', { max: perPage(layout) }) })
  return { copies, layout, start: start - 1 }
}

/** The sheet of an order. @throws Failed INVALID when a stock is not there, or its code cannot be printed as bars. */
export function sheetOf(
  order: LabelOrder,
  stocks: readonly LabelStock[],
  kind: 'barcode' | 'qrcode',
  about: { title: string; language: string },
): PrintedDocument {
  const { copies, layout, start } = order
  const byId = new Map(stocks.map((s) => [s.id, s]))
  const problems: Record<string, Text[]> = {}
  const cells: Cell[] = []
  for (const [i, [id, count]] of [...copies].entries()) {
    const stock = byId.get(id)
    const why = stock ? (kind === 'barcode' ? barcodeProblem(stock.code, layout.width - INSIDE_MM) : undefined) : 'gone'
    if (!stock || why) {
      problems[`stocks.${i}.id`] = [
        why === 'gone' ? text('core:rule.not_exists') : text(`labels:error.${why}`, { code: stock?.code ?? '' }),
      ]
      continue
    }
    cells.push({
      copies: count,
      code: { kind: kind === 'qrcode' ? 'qrcode' : barcodeKind(stock.code), text: stock.code },
      title: stock.name,
      detail: stock.options,
      caption: stock.code === stock.sku ? stock.sku : `${stock.code}  ${stock.sku}`,
      strong: stock.price,
    })
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const { page, id: _, ...grid } = layout
  return { ...about, page: { ...page, margin: 0 }, blocks: [{ type: 'cells', grid: { ...grid, start }, cells }] }
}
