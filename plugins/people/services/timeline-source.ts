import { type Kernel, extensionPoint, sql } from 'stoa'
import { type ActivityEvent, TIMELINE } from './timeline.ts'

/** Activity events rebuilt from a plugin's own tables, with the id of the last row; null if there are no more rows. */
export interface RebuiltPage {
  events: readonly ActivityEvent[]
  last: number | null
}

/** Rebuilds activity events from a plugin's tables. */
export interface TimelineSource {
  /** Events of the rows after an id. Each has the same `dedupeKey` as when it was first recorded. */
  rebuild(kernel: Kernel, after: number, most: number): Promise<RebuiltPage>
}

/** Timeline sources: every plugin that records activity events can rebuild them. */
export const TIMELINE_SOURCES = extensionPoint<TimelineSource>('people/timeline-sources', {
  description: 'rebuild activity events from the tables of a plugin, by name of the rows',
})

/** Batch size; each batch has its own transaction. */
const BATCH_SIZE = 500

/** How many events were checked, and how many were missing. */
export interface RebuildResult {
  of: string
  looked: number
  added: number
}

/**
 * Rebuilds timelines from the source tables: existing entries stay, missing ones are added. It can be interrupted and
 * restarted. `dryRun` only counts them. Events of erased persons are not rebuilt.
 */
export async function rebuildTimelines(
  kernel: Kernel,
  { only, dryRun = false }: { only?: string; dryRun?: boolean },
): Promise<RebuildResult[]> {
  const done: RebuildResult[] = []
  for (const [sourceName, source] of kernel.contributions(TIMELINE_SOURCES)) {
    if (only !== undefined && only !== sourceName) continue
    const result: RebuildResult = { of: sourceName, looked: 0, added: 0 }
    for (let after: number | null = 0; after !== null;) {
      const page: RebuiltPage = await source.rebuild(kernel, after, BATCH_SIZE)
      const missing = await findMissing(kernel, page.events)
      if (!dryRun && missing.length > 0)
        await kernel.transaction(async (tx) => {
          for (const event of missing) await kernel.get(TIMELINE).record(tx, event)
        })
      result.looked += page.events.length
      result.added += missing.length
      after = page.last
    }
    done.push(result)
  }
  return done
}

/** Events without a timeline entry, of persons who still exist. */
async function findMissing(kernel: Kernel, events: readonly ActivityEvent[]): Promise<ActivityEvent[]> {
  if (events.length === 0) return []
  const rows = await kernel.db.rows<{ at: number }>(sql`
    select k.at::int - 1 as at from unnest(${events.map((event) => event.dedupeKey)}::text[], ${events.map((event) => event.personId)}::bigint[])
      with ordinality as k(key, person, at)
    join person p on p.id = k.person
    where (p.erased_at is null or k.key = 'erased ' || p.id) and not exists (select from timeline_activity t where t.dedupe_key = k.key)
    order by k.at`)
  return rows.flatMap(({ at }) => events[at] ?? [])
}

/** A page of a timeline source whose rows give one event or none each. */
export function toRebuiltPage<R extends { id: number }>(
  rows: readonly R[],
  most: number,
  toEvent: (row: R) => ActivityEvent | undefined,
): RebuiltPage {
  const last = rows.length < most ? null : (rows.at(-1)?.id ?? null)
  return { events: rows.flatMap((row) => toEvent(row) ?? []), last }
}
