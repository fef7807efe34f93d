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

/** What can happen with a person. */
export interface ActivityEventType {
  /** A text, `sales:timeline.placed`; it is kept in all languages, so it stays readable whatever becomes of its subject. */
  text: string
  /** What its subjects are rows of. Staff are told of rows they may read, and of nothing else. */
  of: Pick<Declared, 'name'>
  /** `person`: the customer sees it too. */
  visibility?: 'staff' | 'person'
}

/** What plugins tell of persons, by a word for what happened: `order.placed`. */
export const ACTIVITY_EVENTS = extensionPoint<ActivityEventType>('people/timeline', {
  description: 'what can happen with a person, by a word for it',
  schema: Type.Object({
    text: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    of: Type.Object({ name: Type.String() }),
    visibility: Type.Optional(t.pick(['staff', 'person'])),
  }),
})

/** Something that happened with a person. */
export interface ActivityEvent {
  personId: number
  /** The word under which it is offered to `HAPPENINGS`. */
  what: string
  params?: Record<string, unknown>
  /** Id of the row it is about, of the resource its kind names. */
  subject?: number
  actor: Actor | { kind: Actor['kind']; id: number | null }
  amount?: { minor: number; currency: string }
  /** The same fact told twice stands there once. */
  dedupeKey: string
  at?: Date
}

/** What a person's record tells of them, whoever it comes from. Never the only copy of a fact. */
export interface Timeline {
  record(db: Db, happening: ActivityEvent): Promise<void>
  /** Part of the statement that makes what happened: tells it if `changed` has a row. */
  recordSql(happening: ActivityEvent, changed: Sql): Sql
}

export const TIMELINE = token<Timeline>('people/timeline')

export function timeline(kernel: Kernel): Timeline {
  const tellSql = (h: ActivityEvent, where: Sql): Sql => {
    const kind = kernel.contributions(ACTIVITY_EVENTS).get(h.what)
    const plugin = kernel.registry.extensionPoints.get(ACTIVITY_EVENTS.name)?.contributions.find(({ name }) => name === h.what)?.plugin
    if (!kind || !plugin) throw new Error(`nobody offers "${h.what}" to ${ACTIVITY_EVENTS.name}, so it cannot be told`)
    const summary = Object.fromEntries(locales.map((locale) => [locale, kernel.i18n.t(locale, kind.text, h.params ?? {})]))
    return sql`insert into timeline_activity (person_id, occurred_at, plugin, type, subject_type, subject_id, actor_kind, actor_id, summary,
        amount_minor, currency, visibility, permission, dedupe_key)
      select coalesce(p.merged_into_id, p.id), coalesce(${h.at?.toISOString() ?? null}::timestamptz, now()), ${plugin}, ${h.what},
        ${h.subject === undefined ? null : kind.of.name}, ${h.subject ?? null}, ${h.actor.kind}, ${'id' in h.actor ? h.actor.id : null}, ${JSON.stringify(summary)}::jsonb,
        ${h.amount?.minor ?? null}, ${h.amount?.currency ?? null}, ${kind.visibility ?? 'staff'}, ${verbPermission('get', kind.of.name)}, ${h.dedupeKey}
      from person p where p.id = ${h.personId}${where}
      on conflict (dedupe_key) do nothing`
  }
  return {
    async record(db, happening) {
      await db.run(tellSql(happening, empty))
    },
    recordSql: (happening, changed) => tellSql(happening, sql` and exists (select from ${changed})`),
  }
}

interface TimelineQuery {
  plugin?: string
  type?: string
  /** Where the page before ended. */
  after?: string
}

const SIZE = 30

/** The moment of a line `t` as a page tells where it ended: in microseconds, which no number of a client rounds. */
const moment = sql`(extract(epoch from t.occurred_at) * 1000000)::bigint`

/** What comes after such a place; everything where it names none. */
function afterCursorSql(from: string): Sql {
  const [, at, id] = /^(\d{1,18})-(\d{1,15})$/.exec(from) ?? []
  return at
    ? sql` and (t.occurred_at, t.id) < (timestamptz 'epoch' + ${Number(at)}::bigint * interval '1 microsecond', ${Number(id)}::bigint)`
    : sql``
}

/** A page of the rows read, one more than fits, and where it ends. */
function toPage<R extends { at: number; id: number }>(rows: readonly R[]) {
  const page = rows.slice(0, SIZE)
  const last = page.at(-1)
  return { data: page.map(({ at: _, ...entry }) => entry), next: rows.length > SIZE && last ? `${last.at}-${last.id}` : null }
}

/** The lines `t` of some persons that this member of staff may see: filtered where they are read, so that not even their number shows. */
export async function visibleLines(ctx: Ctx, persons: readonly number[]): Promise<Sql> {
  const rows = await ctx.kernel.db.rows<{ permission: string }>(
    sql`select distinct permission from timeline_activity where person_id = any(${[...persons]}::bigint[])`,
  )
  const may = rows.map((row) => row.permission).filter((permission) => hasPermission(ctx.actor, permission))
  return sql`t.permission = any(${may}) and ${refersToVisibleSql(ctx, sql`t.subject_type`, sql`t.subject_id`)}`
}

/** A page of somebody's timeline, newest first, with how many lines there are of each kind. @throws Failed NOT_FOUND */
export async function readTimeline(
  ctx: Ctx,
  person: number,
  { plugin = '', type = '', after: from = '' }: TimelineQuery,
): Promise<TimelinePage> {
  await assertVisiblePerson(ctx, person)
  const seen = await visibleLines(ctx, [person])
  const language: Locale = ctx.interfaceLanguage ?? ctx.language
  const rows = await ctx.kernel.db.rows<TimelineEntry & { at: number }>(sql`
    select t.id, t.occurred_at, ${moment} as at, t.plugin, t.type, t.subject_type, t.subject_id, t.actor_kind, a.name as actor,
      coalesce(t.summary->>${language}, t.summary->>'en-US') as summary, round(t.amount_minor / 100.0, 2)::text as amount, t.currency
    from timeline_activity t left join account a on t.actor_kind = 'admin' and a.id = t.actor_id
    where t.person_id = ${person} and ${seen}
      and (${plugin} = '' or t.plugin = ${plugin}) and (${type} = '' or t.type = ${type})${afterCursorSql(from)}
    order by t.occurred_at desc, t.id desc limit ${SIZE + 1}`)
  const counts = await ctx.kernel.db.rows<{ plugin: string; type: string; n: number }>(sql`
    select plugin, type, count(*) as n from timeline_activity t where person_id = ${person} and ${seen}
    group by plugin, type order by plugin, type`)
  return {
    ...toPage(rows),
    counts: counts.map((one) => ({ ...one, name: ctx.kernel.i18n.t(language, `${one.plugin}:_plugin`) })),
  }
}

/**
 * A page of what the holder of an account may know of themselves, newest first: nothing of what staff tell each other, and nothing at all
 * before the address is proven, since whoever used it before may be somebody else.
 */
export async function ownTimeline({ kernel, language }: Ctx, customer: number, from: string): Promise<OwnTimeline> {
  const rows = await kernel.db.rows<OwnTimeline['data'][number] & { at: number }>(sql`
    select t.id, t.occurred_at, ${moment} as at, coalesce(t.summary->>${language}, t.summary->>'en-US') as summary,
      round(t.amount_minor / 100.0, 2)::text as amount, t.currency
    from customer c join person p on p.id = c.person_id join timeline_activity t on t.person_id = coalesce(p.merged_into_id, p.id)
    where c.id = ${customer} and c.email_verified_at is not null and t.visibility = 'person'${afterCursorSql(from)}
    order by t.occurred_at desc, t.id desc limit ${SIZE + 1}`)
  return toPage(rows)
}
