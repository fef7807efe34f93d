import type { Ctx, Tx } from '#core'
import { LINE_KINDS, type OverCounter, type Sold, type Units, type Wanted } from './kinds.ts'

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
