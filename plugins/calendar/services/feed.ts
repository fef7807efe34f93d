import { createHash } from 'node:crypto'
import {
  toLocale,
  hasPermission,
  basic,
  type Ctx,
  validationError,
  type Kernel,
  createToken,
  recordAudit,
  sessionsEndedSql,
  sql,
  createStaffCtx,
  message,
  pickTranslation,
  hashToken,
  addDays,
} from 'stoa'
import { dayOn } from '../domain/days.ts'
import { type Event, renderIcs } from '../domain/ics.ts'
import type { Feed, NewFeed } from '../api-types.ts'
import { readEntries, listSources } from './read.ts'
import type { CalendarSource, SourceEntry } from './sources.ts'

/** Permission to see the calendar, also through a feed. */
export const lookAtCalendar = 'get calendar'

/** Date ranges of a feed relative to today: future entries first, then recent ones, up to the maximum. */
const SPANS = [
  [0, 366],
  [-14, 0],
  [-90, -14],
] as const
/** Maximum number of entries of one source in a feed. */
const MOST_IN_FEED = 2_000
/** Maximum number of feeds of one account. */
const MOST_FEEDS = 20

const getOwner = ({ actor }: Ctx): number => (actor.kind === 'admin' ? actor.id : 0)

/** Condition that the feed `f` was created after the last "end all sessions" of its account. */
const open = sql`f.created_at > coalesce(${sessionsEndedSql(sql`f.account_id`)}, '-infinity')`

const columns = sql`f.id, f.name, f.created_at, f.used_at`

/** The feeds of the actor. */
export const listFeeds = (ctx: Ctx): Promise<Feed[]> =>
  ctx.kernel.db.rows<Feed>(sql`select ${columns} from calendar_feed f
    where f.account_id = ${getOwner(ctx)} and ${open} order by f.id`)

/** Creates a feed. Its URL is returned only here. @throws AppError INVALID */
export const createFeed = (ctx: Ctx, name: string): Promise<NewFeed> =>
  ctx.kernel.transaction(async (tx) => {
    const token = createToken()
    // Locks the account row, so that concurrent requests cannot exceed the maximum.
    await tx.run(sql`select 1 from account where id = ${getOwner(ctx)} for update`)
    await tx.run(sql`delete from calendar_feed f where f.account_id = ${getOwner(ctx)} and not (${open})`)
    const made = await tx.one<Feed>(sql`
      insert into calendar_feed as f (account_id, name, token_hash) select ${getOwner(ctx)}, ${name}, ${hashToken(token)}
      where (select count(*) from calendar_feed where account_id = ${getOwner(ctx)}) < ${MOST_FEEDS}
      returning ${columns}`)
    if (!made) throw validationError({ name: message('calendar:error.feeds', { count: MOST_FEEDS }) })
    await recordAudit(tx, ctx, { resource: 'calendar_feed', rowId: made.id, verb: 'create', changes: [] })
    return { ...made, url: `${ctx.kernel.config.publicUrl}/api/calendar/feed/${token}.ics` }
  })

/** Deletes a feed of the actor; false when there is none. */
export const deleteFeed = (ctx: Ctx, id: number): Promise<boolean> =>
  ctx.kernel.transaction(async (tx) => {
    const deletedCount = await tx.run(sql`delete from calendar_feed where id = ${id} and account_id = ${getOwner(ctx)}`)
    if (deletedCount > 0) await recordAudit(tx, ctx, { resource: 'calendar_feed', rowId: id, verb: 'destroy', changes: [] })
    return deletedCount > 0
  })

/** A serialized calendar with its ETag. */
export interface FeedResponse {
  body: string
  etag: string
}

/**
 * The calendar of a feed token, with the current permissions of its account. Undefined for an unknown or deleted token, for one that ended
 * with the sessions of its account, and when the account was deleted, disabled or lacks the permission.
 */
export async function readFeed(kernel: Kernel, token: string): Promise<FeedResponse | undefined> {
  const feed = await kernel.db.one<{ id: number; account_id: number; language: string; fresh: boolean }>(sql`
    select f.id, f.account_id, a.language, coalesce(f.used_at > now() - interval '1 minute', false) as fresh
    from calendar_feed f join account a on a.id = f.account_id where f.token_hash = ${hashToken(token)} and ${open}`)
  if (!feed) return undefined
  const ctx = await createStaffCtx(kernel, feed.account_id, toLocale(feed.language, kernel.settings.mainLanguage))
  if (!ctx || !hasPermission(ctx.actor, lookAtCalendar)) return undefined
  if (!feed.fresh) await kernel.db.run(sql`update calendar_feed set used_at = now() where id = ${feed.id}`)
  const body = await findBody(ctx)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

async function findBody(ctx: Ctx): Promise<string> {
  const { kernel, language } = ctx
  const { time_zone: zone, name } = kernel.settings.of(basic)
  const today = dayOn(zone)
  const events: Event[] = []
  for (const [source, calendarSource] of listSources(ctx)) {
    const category = kernel.i18n.t(language, calendarSource.title)
    for (const entry of await listFeedEntries(ctx, calendarSource, today))
      events.push(getEvent(kernel.config.publicUrl, source, category, entry))
  }
  return renderIcs(siteName(name, ctx), events, (day) => addDays(day, 1))
}

/** The entries of one source; an entry that spans two ranges is included once. */
async function listFeedEntries(ctx: Ctx, source: CalendarSource, today: string): Promise<Iterable<SourceEntry>> {
  const entriesById = new Map<string, SourceEntry>()
  for (const [from, to] of SPANS) {
    const most = MOST_IN_FEED - entriesById.size
    if (most === 0) break
    const span = { from: addDays(today, from), to: addDays(today, to), most, outside: true }
    for (const entry of (await readEntries(ctx, source, span)).entries) entriesById.set(entry.id, entry)
  }
  return entriesById.values()
}

/** The name of the shop, which settings store by language. */
const siteName = (name: unknown, { language, mainLanguage }: Ctx): string =>
  typeof name === 'object' ? pickTranslation(name, language, mainLanguage) : String(name)

const getEvent = (base: string, source: string, category: string, entry: SourceEntry): Event => ({
  uid: `${source}-${entry.id}@${new URL(base).hostname}`,
  summary: entry.title,
  start: entry.start,
  end: entry.end,
  allDay: entry.all_day,
  changedAt: entry.changed_at,
  sequence: entry.version ?? 0,
  isCanceled: entry.gone ?? false,
  category,
  url: entry.link ? `${base}/admin/${entry.link}` : null,
})
