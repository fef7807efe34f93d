import type { LabelStock } from '../../api-types.ts'

/** A stock with its number of labels. */
export interface Chosen {
  stock: LabelStock
  copies: number
}

/** Adds stocks; existing ones stay as they are. */
export function withStocks(chosen: readonly Chosen[], stocks: readonly LabelStock[]): Chosen[] {
  const chosenIds = new Set(chosen.map((c) => c.stock.id))
  return [...chosen, ...stocks.filter((s) => !chosenIds.has(s.id)).map((stock) => ({ stock, copies: 1 }))]
}

/** Adds one label of a stock, for a repeated scan. */
export function withOneMore(chosen: readonly Chosen[], stock: LabelStock): Chosen[] {
  if (!chosen.some((c) => c.stock.id === stock.id)) return withStocks(chosen, [stock])
  return chosen.map((c) => (c.stock.id === stock.id ? { ...c, copies: c.copies + 1 } : c))
}

/** Total number of labels. */
export const labelCount = (chosen: readonly Chosen[]): number => chosen.reduce((sum, c) => sum + c.copies, 0)

/** The stocks on labels `from` to `from + count` of the whole print. */
export function labelsFrom(chosen: readonly Chosen[], from: number, count: number): LabelStock[] {
  const out: LabelStock[] = []
  let at = 0
  for (const { stock, copies } of chosen) {
    const first = Math.max(from, at)
    const last = Math.min(from + count, at + copies)
    for (let n = first; n < last; n++) out.push(stock)
    at += copies
    if (at >= from + count) break
  }
  return out
}
