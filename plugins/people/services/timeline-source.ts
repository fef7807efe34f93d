import { type Kernel, extensionPoint, sql } from 'stoa'
import { type ActivityEvent, TIMELINE } from './timeline.ts'

/** What a plugin's own tables say happened with people: of some of its rows, and the id of the last of them; null when there are no more. */
export interface RebuiltPage {
  said: readonly ActivityEvent[]
  last: number | null
}

/** Whoever can say again what it told a timeline. */
export interface TimelineSource {
  /** A page of the rows after an id. What it says of one of them has the `dedupeKey` it was told with in the first place. */
  rebuild(kernel: Kernel, after: number, most: number): Promise<RebuiltPage>
}

/** Whoever told the timeline something can tell it again. */
export const TIMELINE_SOURCES = extensionPoint<TimelineSource>('people/tellers', {
  description: 'who tells the timelines of people again what their own tables say, under the name of what the rows are',
})

/** Rows read at a time; each page is a transaction of its own. */
const PAGE = 500

/** What was looked at, and how many lines were missing. */
export interface RebuildResult {
  of: string
  looked: number
  added: number
}

/**
 * Tells the timelines of people again what happened, out of the tables it happened in: a line that is there stays, one that is missing is
 * added. It can be broken off and begun again. `dryRun` adds none and counts them. Of people who were erased nothing is told again.
 */
export async function rebuildTimelines(
  kernel: Kernel,
  { only, dryRun = false }: { only?: string; dryRun?: boolean },
): Promise<RebuildResult[]> {
  const done: RebuildResult[] = []
  for (const [of, teller] of kernel.contributions(TIMELINE_SOURCES)) {
    if (only !== undefined && only !== of) continue
    const so: RebuildResult = { of, looked: 0, added: 0 }
    for (let after: number | null = 0; after !== null;) {
      const page: RebuiltPage = await teller.rebuild(kernel, after, PAGE)
      const missing = await findMissing(kernel, page.said)
      if (!dryRun && missing.length > 0)
        await kernel.transaction(async (tx) => {
          for (const one of missing) await kernel.get(TIMELINE).record(tx, one)
        })
      so.looked += page.said.length
      so.added += missing.length
      after = page.last
    }
    done.push(so)
  }
  return done
}

/** Those that stand in no timeline, of people who are still known. */
async function findMissing(kernel: Kernel, said: readonly ActivityEvent[]): Promise<ActivityEvent[]> {
  if (said.length === 0) return []
  const rows = await kernel.db.rows<{ at: number }>(sql`
    select k.at::int - 1 as at from unnest(${said.map((one) => one.dedupeKey)}::text[], ${said.map((one) => one.personId)}::bigint[])
      with ordinality as k(key, person, at)
    join person p on p.id = k.person
    where (p.erased_at is null or k.key = 'erased ' || p.id) and not exists (select from timeline_activity t where t.dedupe_key = k.key)
    order by k.at`)
  return rows.flatMap(({ at }) => said[at] ?? [])
}

/** A page of rows that each say one thing or nothing, as a teller answers it. */
export function toRebuiltPage<R extends { id: number }>(
  rows: readonly R[],
  most: number,
  say: (row: R) => ActivityEvent | undefined,
): RebuiltPage {
  const last = rows.length < most ? null : (rows.at(-1)?.id ?? null)
  return { said: rows.flatMap((row) => say(row) ?? []), last }
}
