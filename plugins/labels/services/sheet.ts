import { type AnswerOf, f, invalid, type Text, text } from '#core'
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

/** What is asked of a print. */
export const printFields = {
  stocks: f.items(
    {
      id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.choice' }),
      quantity: f.int({ min: 1, max: MOST_COPIES, default: 1, says: 'labels:error.copies' }),
    },
    { minItems: 1, maxItems: MOST_STOCKS, says: 'labels:error.stocks', missing: 'labels:error.none' },
  ),
  layout: f.pick(
    layouts.map(({ id }) => id),
    { default: layouts[0].id },
  ),
  /** The first free label of the first sheet, counted from 1. */
  start: f.int({ default: 1 }),
}

/** What is to be printed. */
interface LabelOrder {
  copies: Map<number, number>
  layout: Layout
  start: number
}

/** A print that fits on its paper; of a stock named twice all labels are printed. @throws Failed INVALID */
export function orderOf(asked: AnswerOf<typeof printFields>): LabelOrder {
  const copies = new Map<number, number>()
  for (const { id, quantity } of asked.stocks) copies.set(id, (copies.get(id) ?? 0) + quantity)
  const all = [...copies.values()].reduce((a, b) => a + b, 0)
  if (all > MOST_LABELS) throw invalid({ stocks: text('labels:error.labels', { count: all, max: MOST_LABELS }) })
  const layout = layoutOf(asked.layout) ?? layouts[0]
  const { start } = asked
  if (start < 1 || start > perPage(layout)) throw invalid({ start: text('labels:error.start', { max: perPage(layout) }) })
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
