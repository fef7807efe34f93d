import { type ParsedFields, f, validationError, type Message, message } from 'stoa'
import type { Cell, PrintedDocument } from 'stoa/plugins/documents'
import { type Layout, findLayout, layouts, countPerPage } from '../domain/layouts.ts'
import { MOST_AT_ONCE, MOST_COPIES } from '../domain/limits.ts'
import { barcodeKind, barcodeProblem } from '../domain/symbology.ts'
import type { LabelStock } from '../api-types.ts'

/** Maximum number of stocks in one print. */
const MOST_STOCKS = 1_000
/** Horizontal padding inside a label, both sides together. */
const INSIDE_MM = 4.4

/** Input of a print. */
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
  /** The first free label of the first sheet, one-based. */
  start: f.int({ default: 1 }),
}

/** The type of code on a label. */
export type LabelKind = 'barcode' | 'qrcode'

/** Title and file name of a print (specification C §7). */
export const titles = { barcode: 'Stocks Barcodes', qrcode: 'Stocks QR Codes' } as const satisfies Record<LabelKind, string>

/** A parsed print order. */
export interface LabelOrder {
  copies: Map<number, number>
  /** First index of each stock in the input. */
  places: Map<number, number>
  /** Total number of labels. */
  count: number
  layout: Layout
  start: number
}

/** Parses a print order and checks its limits. Quantities of a repeated stock are added. @throws AppError INVALID */
export function parseLabelOrder(printInput: ParsedFields<typeof printFields>, max = MOST_AT_ONCE): LabelOrder {
  const copies = new Map<number, number>()
  const places = new Map<number, number>()
  for (const [i, { id, quantity }] of printInput.stocks.entries()) {
    copies.set(id, (copies.get(id) ?? 0) + quantity)
    if (!places.has(id)) places.set(id, i)
  }
  const count = [...copies.values()].reduce((a, b) => a + b, 0)
  if (count > max) throw validationError({ stocks: message('labels:error.labels', { count, max }) })
  const layout = findLayout(printInput.layout) ?? layouts[0]
  const { start } = printInput
  if (start < 1 || start > countPerPage(layout))
    throw validationError({ start: message('labels:error.start', { max: countPerPage(layout) }) })
  return { copies, places, count, layout, start: start - 1 }
}

/** The document of an order. @throws AppError INVALID for an unknown stock, or a code that does not fit as a barcode */
export function createSheet(order: LabelOrder, stocks: readonly LabelStock[], kind: LabelKind, language: string): PrintedDocument {
  const { copies, places, layout, start } = order
  const byId = new Map(stocks.map((s) => [s.id, s]))
  const problems: Record<string, Message[]> = {}
  const cells: Cell[] = []
  for (const [id, count] of copies) {
    const stock = byId.get(id)
    const reason = stock ? (kind === 'barcode' ? barcodeProblem(stock.code, layout.width - INSIDE_MM) : undefined) : 'gone'
    if (!stock || reason) {
      problems[`stocks.${places.get(id)}.id`] = [
        reason === 'gone' ? message('core:rule.not_exists') : message(`labels:error.${reason}`, { code: stock?.code ?? '' }),
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
  if (Object.keys(problems).length > 0) throw validationError(problems)
  const { page, id: _, ...grid } = layout
  return { title: titles[kind], language, page: { ...page, margin: 0 }, blocks: [{ type: 'cells', grid: { ...grid, start }, cells }] }
}
