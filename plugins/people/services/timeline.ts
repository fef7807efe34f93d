import { type Actor, allows, type Ctx, type Kernel, type Locale, locales, sql, tellsOfSeen, token, type Tx } from '#core'
import type { TimelineEntry, TimelinePage } from '../wire-admin.ts'

/** Something that happened with a person. */
export interface Happening {
  personId: number
  /** Plugin that tells it, and a word of its own for what happened: `sales`, `order.placed`. */
  plugin: string
  type: string
  /** A text of the plugin, `sales:timeline.placed`; it is kept in all languages, so it stays readable whatever becomes of its subject. */
  text: string
  params?: Record<string, unknown>
  /** The record it is about. */
  subject?: { type: string; id: number }
  actor: Actor
  amount?: { minor: number; currency: string }
  /** `person`: the customer sees it too. */
  visibility?: 'staff' | 'person'
  /** What staff must hold to see it, `get order`. */
  permission: string
  /** The same fact told twice stands there once. */
  dedupeKey: string
  at?: Date
}

/** What a person's record tells of them, whoever it comes from. Never the only copy of a fact. */
export interface Timeline {
  tell(tx: Tx, happening: Happening): Promise<void>
}

export const TIMELINE = token<Timeline>('people/timeline')

export const timeline = (kernel: Kernel): Timeline => ({
  async tell(tx, h) {
    const summary = Object.fromEntries(locales.map((locale) => [locale, kernel.catalogue.t(locale, h.text, h.params ?? {})]))
    await tx.run(sql`insert into timeline_activity (person_id, occurred_at, plugin, type, subject_type, subject_id, actor_kind, actor_id, summary,
        amount_minor, currency, visibility, permission, dedupe_key)
      select coalesce(p.merged_into_id, p.id), coalesce(${h.at?.toISOString() ?? null}::timestamptz, now()), ${h.plugin}, ${h.type},
        ${h.subject?.type ?? null}, ${h.subject?.id ?? null}, ${h.actor.kind}, ${'id' in h.actor ? h.actor.id : null}, ${JSON.stringify(summary)}::jsonb,
        ${h.amount?.minor ?? null}, ${h.amount?.currency ?? null}, ${h.visibility ?? 'staff'}, ${h.permission}, ${h.dedupeKey}
      from person p where p.id = ${h.personId}
      on conflict (dedupe_key) do nothing`)
  },
})

interface TimelineQuery {
  plugin?: string
  type?: string
  /** Where the page before ended. */
  after?: string
}

const SIZE = 30

/** What this member of staff may see: filtered where it is read, so that not even its number shows. */
async function visible(ctx: Ctx, person: number): Promise<string[]> {
  const rows = await ctx.kernel.db.rows<{ permission: string }>(
    sql`select distinct permission from timeline_activity where person_id = ${person}`,
  )
  return rows.map((row) => row.permission).filter((permission) => allows(ctx.actor, permission))
}

/** A page of somebody's timeline, newest first, with how many lines there are of each kind. */
export async function readTimeline(
  ctx: Ctx,
  person: number,
  { plugin = '', type = '', after: from = '' }: TimelineQuery,
): Promise<TimelinePage> {
  const may = await visible(ctx, person)
  const seen = tellsOfSeen(ctx, sql`t.subject_type`, sql`t.subject_id`)
  const [, at, id] = /^(\d{1,18})-(\d{1,15})$/.exec(from) ?? []
  const after = at
    ? sql` and (t.occurred_at, t.id) < (timestamptz 'epoch' + ${Number(at)}::bigint * interval '1 microsecond', ${Number(id)}::bigint)`
    : sql``
  const language: Locale = ctx.speech ?? ctx.language
  const rows = await ctx.kernel.db.rows<TimelineEntry & { at: number }>(sql`
    select t.id, t.occurred_at, (extract(epoch from t.occurred_at) * 1000000)::bigint as at, t.plugin, t.type, t.subject_type, t.subject_id, t.actor_kind, a.name as actor,
      coalesce(t.summary->>${language}, t.summary->>'en-US') as summary, round(t.amount_minor / 100.0, 2)::text as amount, t.currency
    from timeline_activity t left join account a on t.actor_kind = 'admin' and a.id = t.actor_id
    where t.person_id = ${person} and t.permission = any(${may}) and ${seen}
      and (${plugin} = '' or t.plugin = ${plugin}) and (${type} = '' or t.type = ${type})${after}
    order by t.occurred_at desc, t.id desc limit ${SIZE + 1}`)
  const counts = await ctx.kernel.db.rows<{ plugin: string; type: string; n: number }>(sql`
    select plugin, type, count(*) as n from timeline_activity t where person_id = ${person} and permission = any(${may}) and ${seen}
    group by plugin, type order by plugin, type`)
  const page = rows.slice(0, SIZE)
  const last = page.at(-1)
  return {
    data: page.map(({ at: _, ...entry }) => entry),
    counts: counts.map((one) => ({ ...one, name: ctx.kernel.catalogue.t(language, `${one.plugin}:_plugin`) })),
    next: rows.length > SIZE && last ? `${last.at}-${last.id}` : null,
  }
}
