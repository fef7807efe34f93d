import { type Ctx, point, type Sql, type Tx } from '#core'
import { type Demand, STOCKROOM } from '../../../inventory/index.ts'

/** How a line reaches its buyer: in a parcel or over the counter, not at all, or from its owner at a later time. */
export type Handover = 'sent' | 'none' | 'later'

/** What goods and money of a sale are kept for. */
export interface Sold {
  type: string
  id: number
}

/** So many of something, for one line of a document. */
export interface Wanted {
  line_id: number
  subject_id: number
  quantity: number
}

/** So many units of one line of a document. */
export interface Units {
  line_id: number
  quantity: number
}

/** A counter things are sold over. */
export interface OverCounter {
  /** The warehouse its goods lie in; any when null. */
  warehouse: number | null
  /** Set when things were handed over already, so that being short refuses nothing: it is told of what, and how much. */
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
  read(ctx: Pick<Ctx, 'language' | 'main'>): LineSql
  /**
   * Keeps what a sale was promised, in its transaction. `again`: it may have been kept before, wholly or in part; only what is
   * missing is. @returns the stock the lines take, if any, in whole units of the lines. @throws Failed when there is not enough of it
   */
  hold?(tx: Tx, document: Sold, wanted: readonly Wanted[], again: boolean): Promise<readonly Demand[] | void>
  /**
   * Keeps what a sale was promised without being waited for, so that it leaves with the commit. Where there is not enough of it, the
   * database has to undo the transaction; the sale is then tried by `hold`, which says what is missing. Without it, `hold` is asked.
   * @returns the stock the lines take
   */
  send?(tx: Tx, document: Sold, wanted: readonly Wanted[]): readonly Demand[]
  /** Gives back what is kept, beside stock, and was not handed over: so many units of its lines, or fewer where fewer are left. */
  release?(tx: Tx, document: Sold, units: readonly Units[]): Promise<unknown>
}

/** Kinds of things that can be sold, by name. */
export const LINE_KINDS = point<LineKind>('sales/line-kinds', { about: 'kinds of things that can be sold' })

/** A line of a document as the kinds hold it. */
export interface HeldLine {
  id: number
  kind: string
  subject_id: number
  quantity: number
}

/** Each kind of which lines are given, with those of them that are its own. */
const ownLines = ({ kernel }: Ctx, lines: readonly HeldLine[]): [LineKind, Wanted[]][] =>
  [...kernel.offers(LINE_KINDS)].flatMap(([name, kind]): [LineKind, Wanted[]][] => {
    const own = lines.filter((l) => l.kind === name).map(({ id, subject_id, quantity }) => ({ line_id: id, subject_id, quantity }))
    return own.length > 0 ? [[kind, own]] : []
  })

/** Lets each kind keep what its lines are promised. @returns the stock all of them take */
async function keepOwn(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[], again: boolean): Promise<Demand[]> {
  const demands: Demand[] = []
  for (const [kind, own] of ownLines(ctx, lines)) demands.push(...((await kind.hold?.(tx, document, own, again)) ?? []))
  return demands
}

/** Keeps what lines are promised, each kind its own; `again` when some of it may be kept already. @throws Failed when there is not enough of something */
export async function hold(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[], again = false, over?: OverCounter): Promise<void> {
  const demands = await keepOwn(tx, ctx, document, lines, again)
  const stockroom = ctx.kernel.find(STOCKROOM)
  await (again ? stockroom?.complete(tx, document, demands) : stockroom?.reserve(tx, document, demands, over))
}

/** Whether lines are of kinds that can all be kept without being waited for. */
export const canSend = ({ kernel }: Ctx, lines: readonly Pick<HeldLine, 'kind'>[]): boolean =>
  lines.every(({ kind }) => kernel.offers(LINE_KINDS).get(kind)?.send)

/** Keeps what lines are promised, each kind its own, when the transaction ends: it is undone where there is not enough of something. */
export function sendHold(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[]): void {
  const demands = ownLines(ctx, lines).flatMap(([kind, own]) => kind.send?.(tx, document, own) ?? [])
  ctx.kernel.find(STOCKROOM)?.send(tx, document, demands)
}

/** Hands over at once what leaves over a counter, each kind its own. @throws Failed when there is not enough of something */
export async function sellOut(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[], over: OverCounter): Promise<void> {
  const demands = await keepOwn(tx, ctx, document, lines, false)
  await ctx.kernel.find(STOCKROOM)?.sell(tx, ctx, document, demands, over)
}

const unitsOf = (lines: readonly HeldLine[]): Units[] => lines.map(({ id, quantity }) => ({ line_id: id, quantity }))

/** Gives back what is kept of lines, as many units as are told at most: their stock, and what each kind keeps of its own. */
export async function release(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[]): Promise<void> {
  await ctx.kernel.find(STOCKROOM)?.release(tx, document, unitsOf(lines))
  for (const [kind, own] of ownLines(ctx, lines)) await kind.release?.(tx, document, own)
}

/** Books out the stock of units that are handed over, as far as it is reserved. */
export const handOver = async (tx: Tx, ctx: Ctx, document: Sold, units: readonly Units[]): Promise<void> =>
  ctx.kernel.find(STOCKROOM)?.consume(tx, ctx, document, units)
