import { Type } from '@sinclair/typebox'
import {
  type Actor,
  hasPermission,
  type Ctx,
  type Db,
  type Declared,
  empty,
  type Kernel,
  type Locale,
  locales,
  extensionPoint,
  sql,
  type Sql,
  t,
  refersToVisibleSql,
  token,
} from 'stoa'
import { verbPermission } from 'stoa/engine'
import type { TimelineEntry, TimelinePage } from '../admin-api-types.ts'
import type { OwnTimeline } from '../api-types.ts'
import { assertVisiblePerson } from './person-facts.ts'

/** Type of activity event. */
export interface ActivityEventType {
  /** A message key, `sales:timeline.placed`. The text is stored in all languages, so that it stays readable without its plugin. */
  text: string
  /** Resource of its subject. Staff only see events of rows they may read. */
  of: Pick<Declared, 'name'>
  /** `person`: visible to the customer too. */
  visibility?: 'staff' | 'person'
}

/** Activity event types by code: `order.placed`. */
export const ACTIVITY_EVENTS = extensionPoint<ActivityEventType>('people/timeline', {
  description: 'types of activity events, by code',
  schema: Type.Object({
    text: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    of: Type.Object({ name: Type.String() }),
    visibility: Type.Optional(t.pick(['staff', 'person'])),
  }),
})

/** An event in the relationship with a person. */
export interface ActivityEvent {
  personId: number
  /** Code of its type in `ACTIVITY_EVENTS`. */
  what: string
  params?: Record<string, unknown>
  /** Id of the row it is about, of the type's resource. */
  subject?: number
  actor: Actor | { kind: Actor['kind']; id: number | null }
  amount?: { minor: number; currency: string }
  /** An event with the same key is recorded once. */
  dedupeKey: string
  at?: Date
}

/** Timeline of persons. Its entries are derived: the source tables hold the facts. */
export interface Timeline {
  record(db: Db, event: ActivityEvent): Promise<void>
  /** SQL: records the event in the statement that causes it, if `changed` has a row. */
  recordSql(event: ActivityEvent, changed: Sql): Sql
}

export const TIMELINE = token<Timeline>('people/timeline')

export function timeline(kernel: Kernel): Timeline {
  const insertEventSql = (event: ActivityEvent, where: Sql): Sql => {
    const eventType = kernel.contributions(ACTIVITY_EVENTS).get(event.what)
    const plugin = kernel.registry.extensionPoints.get(ACTIVITY_EVENTS.name)?.contributions.find(({ name }) => name === event.what)?.plugin
    if (!eventType || !plugin) throw new Error(`no plugin contributes "${event.what}" to ${ACTIVITY_EVENTS.name}`)
    const summary = Object.fromEntries(locales.map((locale) => [locale, kernel.i18n.t(locale, eventType.text, event.params ?? {})]))
    return sql`insert into timeline_activity (person_id, occurred_at, plugin, type, subject_type, subject_id, actor_kind, actor_id, summary,
        amount_minor, currency, visibility, permission, dedupe_key)
      select coalesce(p.merged_into_id, p.id), coalesce(${event.at?.toISOString() ?? null}::timestamptz, now()), ${plugin}, ${event.what},
        ${event.subject === undefined ? null : eventType.of.name}, ${event.subject ?? null}, ${event.actor.kind}, ${'id' in event.actor ? event.actor.id : null}, ${JSON.stringify(summary)}::jsonb,
        ${event.amount?.minor ?? null}, ${event.amount?.currency ?? null}, ${eventType.visibility ?? 'staff'}, ${verbPermission('get', eventType.of.name)}, ${event.dedupeKey}
      from person p where p.id = ${event.personId}${where}
      on conflict (dedupe_key) do nothing`
  }
  return {
    async record(db, event) {
      await db.run(insertEventSql(event, empty))
    },
    recordSql: (event, changed) => insertEventSql(event, sql` and exists (select from ${changed})`),
  }
}

interface TimelineQuery {
  plugin?: string
  type?: string
  /** Cursor: where the previous page ended. */
  after?: string
}

const PAGE_SIZE = 30

/** SQL: the time of an entry `t` as a cursor, in microseconds, which fits a JavaScript number. */
const cursorTimeSql = sql`(extract(epoch from t.occurred_at) * 1000000)::bigint`

/** SQL: entries after a cursor; all entries without one. */
function afterCursorSql(from: string): Sql {
  const [, at, id] = /^(\d{1,18})-(\d{1,15})$/.exec(from) ?? []
  return at
    ? sql` and (t.occurred_at, t.id) < (timestamptz 'epoch' + ${Number(at)}::bigint * interval '1 microsecond', ${Number(id)}::bigint)`
    : sql``
}

/** Splits rows, read with one extra, into a page and the next cursor. */
function toPage<R extends { at: number; id: number }>(rows: readonly R[]) {
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return { data: page.map(({ at: _, ...entry }) => entry), next: rows.length > PAGE_SIZE && last ? `${last.at}-${last.id}` : null }
}

/**
 * SQL: the entries `t` of persons that the member of staff may see. The filter is part of the query, so that even
 * their number stays hidden.
 */
export async function visibleEntriesSql(ctx: Ctx, persons: readonly number[]): Promise<Sql> {
  const rows = await ctx.kernel.db.rows<{ permission: string }>(
    sql`select distinct permission from timeline_activity where person_id = any(${[...persons]}::bigint[])`,
  )
  const may = rows.map((row) => row.permission).filter((permission) => hasPermission(ctx.actor, permission))
  return sql`t.permission = any(${may}) and ${refersToVisibleSql(ctx, sql`t.subject_type`, sql`t.subject_id`)}`
}

/** A page of a person's timeline, newest first, with the number of entries of each type. @throws AppError NOT_FOUND */
export async function readTimeline(
  ctx: Ctx,
  person: number,
  { plugin = '', type = '', after: from = '' }: TimelineQuery,
): Promise<TimelinePage> {
  await assertVisiblePerson(ctx, person)
  const visibleSql = await visibleEntriesSql(ctx, [person])
  const language: Locale = ctx.interfaceLanguage ?? ctx.language
  const rows = await ctx.kernel.db.rows<TimelineEntry & { at: number }>(sql`
    select t.id, t.occurred_at, ${cursorTimeSql} as at, t.plugin, t.type, t.subject_type, t.subject_id, t.actor_kind, a.name as actor,
      coalesce(t.summary->>${language}, t.summary->>'en-US') as summary, round(t.amount_minor / 100.0, 2)::text as amount, t.currency
    from timeline_activity t left join account a on t.actor_kind = 'admin' and a.id = t.actor_id
    where t.person_id = ${person} and ${visibleSql}
      and (${plugin} = '' or t.plugin = ${plugin}) and (${type} = '' or t.type = ${type})${afterCursorSql(from)}
    order by t.occurred_at desc, t.id desc limit ${PAGE_SIZE + 1}`)
  const counts = await ctx.kernel.db.rows<{ plugin: string; type: string; n: number }>(sql`
    select plugin, type, count(*) as n from timeline_activity t where person_id = ${person} and ${visibleSql}
    group by plugin, type order by plugin, type`)
  return {
    ...toPage(rows),
    counts: counts.map((count) => ({ ...count, name: ctx.kernel.i18n.t(language, `${count.plugin}:_plugin`) })),
  }
}

/**
 * A page of the customer's own timeline, newest first, without internal entries. It is empty until the address is
 * verified, since an earlier user of the address may be another person.
 */
export async function ownTimeline({ kernel, language }: Ctx, customer: number, from: string): Promise<OwnTimeline> {
  const rows = await kernel.db.rows<OwnTimeline['data'][number] & { at: number }>(sql`
    select t.id, t.occurred_at, ${cursorTimeSql} as at, coalesce(t.summary->>${language}, t.summary->>'en-US') as summary,
      round(t.amount_minor / 100.0, 2)::text as amount, t.currency
    from customer c join person p on p.id = c.person_id join timeline_activity t on t.person_id = coalesce(p.merged_into_id, p.id)
    where c.id = ${customer} and c.email_verified_at is not null and t.visibility = 'person'${afterCursorSql(from)}
    order by t.occurred_at desc, t.id desc limit ${PAGE_SIZE + 1}`)
  return toPage(rows)
}
