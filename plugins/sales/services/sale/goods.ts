import type { Ctx, Tx } from '#core'
import { type Keep, LINE_KINDS, type OverCounter, type Sold, type Subjects, type Units, type Wanted } from './kinds.ts'

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

/** Keeps what the lines of a document are promised. @throws Failed when there is not enough of something */
export type KeepLines = (document: Sold, lines: readonly HeldLine[]) => Promise<void>

/** Whether all that keeps things of a kind was locked for a sale, so that keeping them asks for nothing more. */
export const isLocked = ({ kernel }: Ctx, kind: string): boolean => kernel.offers(LINE_KINDS).get(kind)?.lock !== undefined

/** Locks what may be promised, as far as that can be done before an order is there; `subjects` tells those of a kind. What it answers keeps it. */
export async function lockFor(tx: Tx, { kernel }: Ctx, subjects: (kind: string) => Subjects): Promise<KeepLines> {
  const locked = [...kernel.offers(LINE_KINDS)].map(async ([name, kind]): Promise<[string, Keep]> => {
    const keep: Keep = async (document, wanted) => kind.hold?.(tx, document, wanted, false)
    return [name, (await kind.lock?.(tx, subjects(name))) ?? keep]
  })
  const keeps = await Promise.all(locked)
  return async (document, lines) => {
    for (const [name, keep] of keeps) {
      const wanted = wantedOf(lines, name)
      if (wanted.length > 0) await keep(document, wanted)
    }
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
