import { createHash } from 'node:crypto'
import {
  AppError,
  FORBIDDEN,
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
import { getDateIn } from 'stoa/calendar-date'
import { type Event, renderIcs } from '../domain/ics.ts'
import type { Feed, FeedList, NewFeed } from '../api-types.ts'
import { readEntries, listSources } from './read.ts'
import { CALENDAR_SOURCES, type CalendarScope, calendarScopes, type EntryReader, lookAtCalendar, type SourceEntry } from './sources.ts'

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

const columns = sql`f.id, f.name, f.scope, f.shows_names, f.created_at, f.used_at`

/** Whether the actor may see the names of customers in a source, and so may show them in a feed. */
const mayShowNames = (ctx: Ctx): boolean =>
  [...ctx.kernel.contributions(CALENDAR_SOURCES).values()].some(({ customerNames: needs }) => needs && hasPermission(ctx.actor, needs))

/** The feeds of the actor, and what a new one may show. */
export async function listFeeds(ctx: Ctx): Promise<FeedList> {
  const data = await ctx.kernel.db.rows<Feed>(sql`select ${columns} from calendar_feed f
    where f.account_id = ${getOwner(ctx)} and ${open} order by f.id`)
  const scopes = calendarScopes.filter((scope) => scope === 'mine' || hasPermission(ctx.actor, lookAtCalendar))
  return { data, scopes, may_show_names: mayShowNames(ctx) }
}

/** What a feed shows. */
export interface FeedInput {
  name: string
  scope: CalendarScope
  shows_names: boolean
}

/** Creates a feed. Its URL is returned only here. @throws AppError INVALID, FORBIDDEN */
export async function createFeed(ctx: Ctx, { name, scope, shows_names }: FeedInput): Promise<NewFeed> {
  if (scope === 'all' && !hasPermission(ctx.actor, lookAtCalendar))
    throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: lookAtCalendar })])
  if (shows_names && !mayShowNames(ctx)) throw validationError({ shows_names: message('calendar:error.shows_names') })
  return ctx.kernel.transaction(async (tx) => {
    const token = createToken()
    // Locks the account row, so that concurrent requests cannot exceed the maximum.
    await tx.run(sql`select 1 from account where id = ${getOwner(ctx)} for update`)
    await tx.run(sql`delete from calendar_feed f where f.account_id = ${getOwner(ctx)} and not (${open})`)
    const made = await tx.one<Feed>(sql`
      insert into calendar_feed as f (account_id, name, scope, shows_names, token_hash)
      select ${getOwner(ctx)}, ${name}, ${scope}, ${shows_names}, ${hashToken(token)}
      where (select count(*) from calendar_feed where account_id = ${getOwner(ctx)}) < ${MOST_FEEDS}
      returning ${columns}`)
    if (!made) throw validationError({ name: message('calendar:error.feeds', { count: MOST_FEEDS }) })
    await recordAudit(tx, ctx, { resource: 'calendar_feed', rowId: made.id, verb: 'create', changes: [] })
    return { ...made, url: `${ctx.kernel.config.publicUrl}/api/calendar/feed/${token}.ics` }
  })
}

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

/** What decides the content of a feed. */
type FeedContent = Pick<FeedInput, 'scope' | 'shows_names'>

/**
 * The calendar of a feed token, with the current permissions of its account. Undefined for an unknown or deleted token, for one that ended
 * with the sessions of its account, and when the account was deleted, disabled or lacks the permission.
 */
export async function readFeed(kernel: Kernel, token: string): Promise<FeedResponse | undefined> {
  const feed = await kernel.db.one<FeedContent & { id: number; account_id: number; language: string; fresh: boolean }>(sql`
    select f.id, f.account_id, f.scope, f.shows_names, a.language, coalesce(f.used_at > now() - interval '1 minute', false) as fresh
    from calendar_feed f join account a on a.id = f.account_id where f.token_hash = ${hashToken(token)} and ${open}`)
  if (!feed) return undefined
  const ctx = await createStaffCtx(kernel, feed.account_id, toLocale(feed.language, kernel.settings.mainLanguage))
  if (!ctx || (feed.scope === 'all' && !hasPermission(ctx.actor, lookAtCalendar))) return undefined
  if (!feed.fresh) await kernel.db.run(sql`update calendar_feed set used_at = now() where id = ${feed.id}`)
  const body = await findBody(ctx, feed)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

async function findBody(ctx: Ctx, { scope, shows_names }: FeedContent): Promise<string> {
  const { kernel, language } = ctx
  const { time_zone: zone, name } = kernel.settings.of(basic)
  const today = getDateIn(zone)
  const events: Event[] = []
  for (const {
    name: source,
    source: { title, customerNames },
    reader,
  } of listSources(ctx, scope)) {
    const category = kernel.i18n.t(language, title)
    const anonymous = !(shows_names && customerNames !== undefined && hasPermission(ctx.actor, customerNames))
    for (const entry of await listFeedEntries(ctx, reader, today, anonymous))
      events.push(getEvent(kernel.config.publicUrl, source, category, entry))
  }
  return renderIcs(siteName(name, ctx), events, (day) => addDays(day, 1))
}

/** The entries of one source; an entry that spans two ranges is included once. */
async function listFeedEntries(ctx: Ctx, reader: EntryReader, today: string, anonymous: boolean): Promise<Iterable<SourceEntry>> {
  const entriesById = new Map<string, SourceEntry>()
  for (const [from, to] of SPANS) {
    const most = MOST_IN_FEED - entriesById.size
    if (most === 0) break
    const span = { from: addDays(today, from), to: addDays(today, to), most, outside: true, anonymous }
    for (const entry of (await readEntries(ctx, reader, span)).entries) entriesById.set(entry.id, entry)
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
