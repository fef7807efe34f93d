import type { Ctx } from 'stoa'
import type { Resource } from 'stoa/engine'
import { findDrafts } from '../import/drafts.ts'
import { recordKey, rowsByKey } from '../import/lookup.ts'
import { loadNamedRows } from '../import/named-rows.ts'
import type { RecordDraft } from '../import/records.ts'
import { Relations } from '../import/relations.ts'
import type { Source } from '../source/line.ts'

/** Number of records whose rows are looked up at once. */
const BATCH = 200

/** Restores the status of imported rows through the regular transitions. */
export async function restoreStatuses(ctx: Ctx, r: Resource, source: Source): Promise<void> {
  const { drafts } = await findDrafts(ctx, r, source, { scope: 'shop' })
  let batch: RecordDraft[] = []
  for await (const draft of drafts) {
    if (batch.push(draft) < BATCH) continue
    await restore(ctx, r, batch)
    batch = []
  }
  await restore(ctx, r, batch)
}

async function restore(ctx: Ctx, r: Resource, drafts: readonly RecordDraft[]): Promise<void> {
  const field = r.def.states?.field
  if (!field || drafts.length === 0) return
  const relations = new Relations(ctx, 'shop')
  const rows = await ctx.kernel.transaction(async (tx) => {
    // A key can contain a relation, which the sheet gives by name.
    await loadNamedRows(tx, ctx, relations, drafts)
    return rowsByKey(tx, ctx, relations, r, drafts)
  })
  for (const draft of drafts) {
    const [row, other] = rows.get(recordKey(ctx, relations, draft)) ?? []
    const targetStatus = [...draft.cells].find(([column]) => column.field?.name === field)?.[1].text
    if (row && !other && targetStatus) await reach(ctx, r, row.id, targetStatus)
  }
}

/** Makes one transition after the other. Some are made only by the system, such as the publication of a scheduled page. */
async function reach(ctx: Ctx, r: Resource, id: number, targetStatus: string): Promise<void> {
  const { field = 'status', transitions = {} } = r.def.states ?? {}
  for (let steps = 0; steps < Object.keys(transitions).length; steps++) {
    const row = await ctx.kernel.resources.get(ctx, r.name, id)
    const next = firstTransition(r, String(row[field]), targetStatus)
    if (next === undefined || transitions[next]?.manual === false) return
    await ctx.kernel.resources.transition(ctx, r.name, id, next)
  }
}

/** The first transition on the shortest path between two statuses; undefined when there is none, or nothing to do. */
function firstTransition({ def }: Resource, from: string, to: string): string | undefined {
  const ways: { at: string; first?: string }[] = [{ at: from }]
  const seen = new Set([from])
  for (const { at, first } of ways) {
    if (at === to) return first
    for (const [name, move] of Object.entries(def.states?.transitions ?? {})) {
      if (move.input || !move.from.includes(at) || seen.has(move.to)) continue
      seen.add(move.to)
      ways.push({ at: move.to, first: first ?? name })
    }
  }
  return undefined
}
