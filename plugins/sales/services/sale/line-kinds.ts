import { type Ctx, extensionPoint, type Sql, type Tx } from 'stoa'
import { type StockDemand, INVENTORY } from 'stoa/plugins/inventory'

/**
 * How a line reaches the buyer: `sent` is shipped or handed over the counter, `none` needs no delivery, `later` is
 * delivered by its plugin.
 */
export type Handover = 'sent' | 'none' | 'later'

/** The document that stock and payments belong to. */
export interface DocumentRef {
  type: string
  id: number
}

/** A quantity of an item for one line of a document. */
export interface RequestedUnits {
  line_id: number
  subject_id: number
  quantity: number
}

/** Units of one line of a document. */
export interface LineQuantity {
  line_id: number
  quantity: number
}

/** The stock a sale at the point of sale is taken from. */
export interface StockSource {
  /** The only warehouse to use; any if null. */
  warehouse: number | null
  /** Set if the items were handed over already: a shortage is then no error, and `onReceived` gets the item and the missing quantity. */
  receiveMissing?: { ctx: Ctx; reason: string; onReceived(subject: number, quantity: number): void }
}

/**
 * How items `c` of a line kind are read, as parts of one statement that reads lines of all kinds. Amounts in minor
 * units of the base currency.
 */
export interface LineSql {
  /** Join of the item: ` join ticket t on t.id = c.subject_id`. Items without a row there give no line. */
  from: Sql
  name: Sql
  /** Unit price before adjustments. */
  price: Sql
  /** Current unit price; `price` if absent. */
  pay?: Sql
  /** Temporary special price; null if there is none. */
  special?: Sql
  /** Unit cost; unknown if absent. */
  cost?: Sql
  /** Whether it may be bought; true if absent. */
  visible?: Sql
  /** Whether it is deleted, so that not even staff can add it to an order; false if absent. */
  isDeleted?: Sql
  /** Available units; null or absent for no limit. */
  available?: Sql
  handover: Handover | Sql
  sku?: Sql
  /** Chosen options: a JSON list of label and value. */
  options?: Sql
  image?: Sql
  /** Path of its store page without language: `/product/tea`. */
  link?: Sql
  /** Weight of one unit in grams. */
  weight?: Sql
  /** Subtype within its line kind. */
  type?: Sql
  product_id?: Sql
  url?: Sql
}

/**
 * A kind of item that can be sold: stocks first; seats, services and gifts are others. Its plugin registers it by
 * name: `contribute(LINE_KINDS, 'ticket', tickets)`. Carts, orders, documents and payments need no further knowledge
 * of it.
 * Inventory is reserved, released and booked out here, for lines of every kind and by line id. A kind only reports
 * the stock its lines take and never calls the inventory service itself; otherwise two kinds would manage the same
 * units. Each kind gets its own lines only.
 */
export interface LineKind {
  /** Whether its units can be added to or removed from a placed order; false if absent. */
  changeable?: boolean
  /** How its lines are read. The result must depend on the language only. */
  read(ctx: Pick<Ctx, 'language' | 'mainLanguage'>): LineSql
  /**
   * Reserves the units of a sale, in the transaction that writes it. It may be called again and then reserves only
   * the missing units.
   * @returns the stock the lines take, if any, in whole units of the lines.
   * @throws AppError if too little is available
   */
  reserve?(tx: Tx, document: DocumentRef, requested: readonly RequestedUnits[]): Promise<readonly StockDemand[] | void>
  /** Releases reservations other than stock that were not handed over: that many units of its lines, or fewer if fewer are left. */
  release?(tx: Tx, document: DocumentRef, units: readonly LineQuantity[]): Promise<unknown>
}

/** Kinds of items that can be sold, by name. */
export const LINE_KINDS = extensionPoint<LineKind>('sales/line-kinds', { description: 'types of items that can be sold' })

/** A line of a document, with units to reserve or release. */
export interface DocumentLine {
  id: number
  kind: string
  subject_id: number
  quantity: number
}

/** Groups lines by their line kind. */
const groupByKind = ({ kernel }: Ctx, lines: readonly DocumentLine[]): [LineKind, RequestedUnits[]][] =>
  [...kernel.contributions(LINE_KINDS)].flatMap(([name, kind]): [LineKind, RequestedUnits[]][] => {
    const kindLines = lines.filter((l) => l.kind === name).map(({ id, subject_id, quantity }) => ({ line_id: id, subject_id, quantity }))
    return kindLines.length > 0 ? [[kind, kindLines]] : []
  })

/** Lets each line kind make its own reservations. @returns the stock the lines take */
async function reserveByKind(tx: Tx, ctx: Ctx, document: DocumentRef, lines: readonly DocumentLine[]): Promise<StockDemand[]> {
  const demands: StockDemand[] = []
  for (const [kind, kindLines] of groupByKind(ctx, lines)) demands.push(...((await kind.reserve?.(tx, document, kindLines)) ?? []))
  return demands
}

/** Reserves the lines of a newly written document. @throws AppError if too little is available */
export async function reserveLines(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  lines: readonly DocumentLine[],
  source?: StockSource,
): Promise<void> {
  if (lines.length === 0) return
  const demands = await reserveByKind(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.reserve(tx, document, demands, source)
}

/** Reserves the units of lines that are not reserved yet. @throws AppError if too little is available */
export async function reserveRemainingLines(tx: Tx, ctx: Ctx, document: DocumentRef, lines: readonly DocumentLine[]): Promise<void> {
  const demands = await reserveByKind(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.reserveRemaining(tx, document, demands)
}

/** Reserves lines and books out their stock in one step, since they leave at once. @throws AppError if too little is available */
export async function sellLines(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  lines: readonly DocumentLine[],
  source: StockSource,
): Promise<void> {
  if (lines.length === 0) return
  const demands = await reserveByKind(tx, ctx, document, lines)
  await ctx.kernel.find(INVENTORY)?.sell(tx, ctx, document, demands, source)
}

/** Releases reservations of lines, at most the units given: stock, and the line kind's own reservations. */
export async function releaseLines(tx: Tx, ctx: Ctx, document: DocumentRef, lines: readonly DocumentLine[]): Promise<void> {
  const units = lines.map(({ id, quantity }) => ({ line_id: id, quantity }))
  await ctx.kernel.find(INVENTORY)?.release(tx, document, units)
  for (const [kind, kindLines] of groupByKind(ctx, lines)) await kind.release?.(tx, document, kindLines)
}

/** Books out the stock of units that are handed over, as far as it is reserved. */
export const handOverUnits = async (tx: Tx, ctx: Ctx, document: DocumentRef, units: readonly LineQuantity[]): Promise<void> =>
  ctx.kernel.find(INVENTORY)?.consume(tx, ctx, document, units)
