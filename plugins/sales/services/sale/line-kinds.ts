import { type Ctx, extensionPoint, type Sql, type Tx } from 'stoa'
import { type StockDemand, INVENTORY } from 'stoa/plugins/inventory'

/** How a line reaches its buyer: in a parcel or over the counter, not at all, or from its owner at a later time. */
export type Handover = 'sent' | 'none' | 'later'

/** What goods and money of a sale are kept for. */
export interface Sold {
  type: string
  id: number
}

/** So many of something, for one line of a document. */
export interface RequestedUnits {
  line_id: number
  subject_id: number
  quantity: number
}

/** So many units of one line of a document. */
export interface Units {
  line_id: number
  quantity: number
}

/** The shelves goods of a counter sale are taken from. */
export interface StockSource {
  /** The only warehouse; any when null. */
  warehouse: number | null
  /** Set when things were handed over already, so that being short refuses nothing: `tell` hears of what, and how much. */
  found?: { ctx: Ctx; reason: string; tell(subject: number, quantity: number): void }
}

/** How items `c` of a kind are read, as parts of one statement that reads lines of all kinds. Amounts in minor units of the base currency. */
export interface LineSql {
  /** What the item is joined with: ` join ticket t on t.id = c.subject_id`. Items without a row there are no lines. */
  from: Sql
  name: Sql
  /** What one costs before anything is taken off. */
  price: Sql
  /** What one costs now; `price` when absent. */
  pay?: Sql
  /** A price for a time; null without one. */
  special?: Sql
  /** What the shop gives for one; unknown when absent. */
  cost?: Sql
  /** Whether it may be bought at all; true when absent. */
  visible?: Sql
  /** Whether it was deleted, so that nobody, staff included, adds it to an order; false when absent. */
  isDeleted?: Sql
  /** How many can be had; null, or absent, for any number. */
  available?: Sql
  handover: Handover | Sql
  sku?: Sql
  /** What was chosen of it: JSON list of label and value. */
  options?: Sql
  image?: Sql
  /** Page of the shop that shows it, without language: `/product/tea`. */
  link?: Sql
  /** Grams of one. */
  weight?: Sql
  /** What it is within its kind. */
  type?: Sql
  product_id?: Sql
  url?: Sql
}

/**
 * A kind of thing that is sold: stocks first; seats, services and gifts are others. Its owner offers it by name:
 * `offers: [offer(LINE_KINDS, 'ticket', tickets)]`. Carts, orders, their papers and their money need nothing more to know of it.
 *
 * Stock that lines take is reserved, released and booked out here, for lines of every kind and by their ids: a kind says what its lines
 * take and never asks the inventory service itself, or two kinds would answer for the same units. Each kind is asked about its own lines only.
 */
export interface LineKind {
  /** Whether units of it can be added to an order that was placed, or taken off it; false when absent. */
  changeable?: boolean
  /** How such lines are read. Must depend on the language alone. */
  read(ctx: Pick<Ctx, 'language' | 'mainLanguage'>): LineSql
  /**
   * Reserves what a sale was promised, in the transaction that wrote it. Of what its lines have reserved already only the rest is: it may
   * be asked again. @returns the stock the lines take, if any, in whole units of the lines. @throws Failed when there is not enough of it
   */
  reserve?(tx: Tx, document: Sold, requested: readonly RequestedUnits[]): Promise<readonly StockDemand[] | void>
  /** Releases what is reserved, beside stock, and was not handed over: so many units of its lines, or fewer where fewer are left. */
  release?(tx: Tx, document: Sold, units: readonly Units[]): Promise<unknown>
}

/** Kinds of things that can be sold, by name. */
export const LINE_KINDS = extensionPoint<LineKind>('sales/line-kinds', { description: 'kinds of things that can be sold' })

/** A line of a document, with its units that are reserved or released. */
export interface LineUnits {
  id: number
  kind: string
  subject_id: number
  quantity: number
}

/** Each kind of which lines are given, with those of them that are its own. */
const ownLines = ({ kernel }: Ctx, lines: readonly LineUnits[]): [LineKind, RequestedUnits[]][] =>
  [...kernel.contributions(LINE_KINDS)].flatMap(([name, kind]): [LineKind, RequestedUnits[]][] => {
    const own = lines.filter((l) => l.kind === name).map(({ id, subject_id, quantity }) => ({ line_id: id, subject_id, quantity }))
    return own.length > 0 ? [[kind, own]] : []
  })

/** Lets each kind reserve its own. @returns the stock that lines take */
async function reserveOwn(tx: Tx, ctx: Ctx, document: Sold, lines: readonly LineUnits[]): Promise<StockDemand[]> {
  const demands: StockDemand[] = []
  for (const [kind, own] of ownLines(ctx, lines)) demands.push(...((await kind.reserve?.(tx, document, own)) ?? []))
  return demands
}

/** Reserves what lines of a document that was just written are promised. @throws Failed when there is not enough of something */
export async function reserveLines(tx: Tx, ctx: Ctx, document: Sold, lines: readonly LineUnits[], source?: StockSource): Promise<void> {
  if (lines.length === 0) return
  const demands = await reserveOwn(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.reserve(tx, document, demands, source)
}

/** Reserves what lines are promised and have not reserved yet. @throws Failed when there is not enough of something */
export async function reserveRest(tx: Tx, ctx: Ctx, document: Sold, lines: readonly LineUnits[]): Promise<void> {
  const demands = await reserveOwn(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.complete(tx, document, demands)
}

/** Reserves lines and books their stock out in one, since they leave at once. @throws Failed when there is not enough of something */
export async function sellLines(tx: Tx, ctx: Ctx, document: Sold, lines: readonly LineUnits[], source: StockSource): Promise<void> {
  if (lines.length === 0) return
  const demands = await reserveOwn(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.sell(tx, ctx, document, demands, source)
}

/** Releases what is reserved of lines, at most as many units as are named: their stock, and what each kind reserved of its own. */
export async function releaseLines(tx: Tx, ctx: Ctx, document: Sold, lines: readonly LineUnits[]): Promise<void> {
  const units = lines.map(({ id, quantity }) => ({ line_id: id, quantity }))
  await ctx.kernel.find(INVENTORY)?.release(tx, document, units)
  for (const [kind, own] of ownLines(ctx, lines)) await kind.release?.(tx, document, own)
}

/** Books out the stock of units that are handed over, as far as it is reserved. */
export const handOver = async (tx: Tx, ctx: Ctx, document: Sold, units: readonly Units[]): Promise<void> =>
  ctx.kernel.find(INVENTORY)?.consume(tx, ctx, document, units)
