import { type Ctx, point, type Sql, type Tx } from '#core'

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
 */
export interface LineKind {
  /** How such lines are read. Must depend on the language alone. */
  read(ctx: Pick<Ctx, 'language' | 'main'>): LineSql
  /**
   * Keeps what a sale was promised, in its transaction. `again`: it may have been kept before, wholly or in part; only what is
   * missing is. `over`: it leaves over a counter at once. @throws Failed when there is not enough of it
   */
  hold?(tx: Tx, document: Sold, wanted: readonly Wanted[], again: boolean, over?: OverCounter): Promise<unknown>
  /**
   * Keeps what a sale was promised without being waited for, so that it leaves with the commit. Where there is not enough of it, the
   * database has to undo the transaction; the sale is then tried by `hold`, which says what is missing. Without it, `hold` is asked.
   */
  send?(tx: Tx, document: Sold, wanted: readonly Wanted[]): void
  /** Gives back what is kept and was not handed over: all of a document, or so many units of its lines. Lines of other kinds are passed over. */
  release?(tx: Tx, document: Sold, units?: readonly Units[]): Promise<unknown>
  /**
   * Hands over at once what leaves over a counter; without it, it is held and then handed over. Only kinds with something `sent` need it.
   * @throws Failed when there is not enough of it
   */
  sell?(tx: Tx, ctx: Ctx, document: Sold, wanted: readonly Wanted[], over: OverCounter): Promise<unknown>
  /** Books out what leaves in a parcel. Only kinds with something `sent` need it. */
  handOver?(tx: Tx, ctx: Ctx, document: Sold, units: readonly Units[]): Promise<unknown>
}

/** Kinds of things that can be sold, by name. */
export const LINE_KINDS = point<LineKind>('sales/line-kinds', {
  about: 'kinds of things that can be sold',
  check: (kind) => (kind.hold && !kind.release ? 'what is held has to be released' : undefined),
})

/** A line of a document as the kinds hold it. */
export interface HeldLine {
  id: number
  kind: string
  subject_id: number
  quantity: number
}

/** Keeps what lines are promised, each kind its own; `again` when some of it may be kept already. @throws Failed when there is not enough of something */
export async function hold(
  tx: Tx,
  { kernel }: Ctx,
  document: Sold,
  lines: readonly HeldLine[],
  again = false,
  over?: OverCounter,
): Promise<void> {
  for (const [name, kind] of kernel.offers(LINE_KINDS)) {
    const wanted = wantedOf(lines, name)
    if (wanted.length > 0) await kind.hold?.(tx, document, wanted, again, over)
  }
}

/** Whether lines are of kinds that can all be kept without being waited for. */
export const canSend = ({ kernel }: Ctx, lines: readonly Pick<HeldLine, 'kind'>[]): boolean =>
  lines.every(({ kind }) => kernel.offers(LINE_KINDS).get(kind)?.send)

/** Keeps what lines are promised, each kind its own, when the transaction ends: it is undone where there is not enough of something. */
export function sendHold(tx: Tx, { kernel }: Ctx, document: Sold, lines: readonly HeldLine[]): void {
  for (const [name, kind] of kernel.offers(LINE_KINDS)) {
    const wanted = wantedOf(lines, name)
    if (wanted.length > 0) kind.send?.(tx, document, wanted)
  }
}

const wantedOf = (lines: readonly HeldLine[], kind: string): Wanted[] =>
  lines.filter((l) => l.kind === kind).map(({ id, subject_id, quantity }) => ({ line_id: id, subject_id, quantity }))

/** Hands over at once what leaves over a counter, each kind its own. @throws Failed when there is not enough of something */
export async function sellOut(tx: Tx, ctx: Ctx, document: Sold, lines: readonly HeldLine[], over: OverCounter): Promise<void> {
  for (const [name, kind] of ctx.kernel.offers(LINE_KINDS)) {
    const wanted = wantedOf(lines, name)
    if (wanted.length === 0) continue
    if (kind.sell) await kind.sell(tx, ctx, document, wanted, over)
    else {
      await kind.hold?.(tx, document, wanted, false, over)
      await kind.handOver?.(tx, ctx, document, wanted)
    }
  }
}

/** Gives back what is kept: all of a document, or so many units of its lines. */
export async function release(tx: Tx, { kernel }: Ctx, document: Sold, units?: readonly Units[]): Promise<void> {
  for (const kind of kernel.offers(LINE_KINDS).values()) await kind.release?.(tx, document, units)
}

/** Books out what leaves in a parcel. */
export async function handOver(tx: Tx, ctx: Ctx, document: Sold, units: readonly Units[]): Promise<void> {
  for (const kind of ctx.kernel.offers(LINE_KINDS).values()) await kind.handOver?.(tx, ctx, document, units)
}
