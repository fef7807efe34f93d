import { allows, type Ctx, Failed, FORBIDDEN, join, NOT_FOUND, sql, type Sql, text } from '#core'
import { verbPermission } from '#core/engine'
import type { Request, Requests, tabs } from '../wire.ts'
import { APPROVABLES } from './approvables.ts'
import { meOf, seen } from './scope.ts'
import { hasSeat, inForce, seats } from './seats.ts'

/** Requests on a page of the inbox. */
export const PAGE = 20

/** Whether a request `r` waits for the actor: its open step is his to decide. */
const mineSql = (ctx: Ctx): Sql =>
  sql`(r.status = 'pending' and exists (select 1 from approval_step s where s.approval_id = r.id and s.status = 'pending' and ${hasSeat(ctx.kernel, meOf(ctx))}))`

const conditions: Record<(typeof tabs)[number], (ctx: Ctx) => Sql> = {
  mine: mineSql,
  asked: (ctx) => sql`r.requested_by = ${meOf(ctx)}`,
  decided: (ctx) =>
    sql`exists (select 1 from approval_step s where s.approval_id = r.id and (s.decided_by = ${meOf(ctx)} or s.decided_for = ${meOf(ctx)}))`,
}

/** Only kinds that are offered: of others nobody knows what deciding would do. */
const offered = (ctx: Ctx): Sql => sql`r.kind = any(${[...ctx.kernel.offers(APPROVABLES).keys()]}::text[])`

type Row = Omit<Request, 'kind_title'>

const rowsSql = (ctx: Ctx, where: Sql, order: Sql, page: Sql): Sql => sql`
  select r.id, r.kind, r.title, (r.amount_minor / 100.0)::numeric(18, 2)::text as amount, r.link, a.name as asker, r.created_at as asked_at,
    coalesce((select s.since from approval_step s where s.approval_id = r.id and s.status = 'pending'), r.created_at) as since, r.status, r.reason,
    ${mineSql(ctx)} as decidable, coalesce(${meOf(ctx)} = any(r.own_ids), false) as own,
    coalesce(r.status = 'pending' and r.requested_by = ${meOf(ctx)}, false) as withdrawable,
    (select min(h.holder_name) from approval_step s, lateral (select h.id as holder, h.name as holder_name ${seats(ctx.kernel, meOf(ctx))}) h
      where r.status = 'pending' and s.approval_id = r.id and s.status = 'pending' having bool_and(h.holder <> ${meOf(ctx)})) as stands_for,
    (select jsonb_agg(jsonb_build_object('id', s.id, 'role', s.role, 'status', s.status, 'since', s.since, 'who', d.name, 'stood_for', g.name,
        'decided_at', s.decided_at, 'reason', s.reason) order by s.position)
      from approval_step s left join account d on d.id = s.decided_by left join account g on g.id = s.decided_for where s.approval_id = r.id) as steps
  from approval r left join account a on a.id = r.requested_by where ${where} order by ${order} ${page}`

function titled(ctx: Ctx, rows: readonly Row[]): Request[] {
  const kinds = ctx.kernel.offers(APPROVABLES)
  const speech = ctx.speech ?? ctx.language
  return rows.map((row) => ({ ...row, kind_title: ctx.kernel.catalogue.t(speech, kinds.get(row.kind)?.title ?? row.kind) }))
}

/** What waits for the actor, what he asked for, or what he decided: that which waits longest comes first, else the newest. */
export async function inboxOf(ctx: Ctx, tab: (typeof tabs)[number], page: number): Promise<Requests> {
  const { db } = ctx.kernel
  const scope = seen(ctx, sql`r`)
  const where = join([conditions[tab](ctx), offered(ctx), ...(scope ? [scope] : [])], ' and ')
  const order = tab === 'mine' ? sql`since, r.id` : sql`r.id desc`
  const [rows, count, standing] = await Promise.all([
    db.rows<Row>(rowsSql(ctx, where, order, sql`limit ${PAGE} offset ${(page - 1) * PAGE}`)),
    db.one<{ n: number }>(sql`select count(*) as n from approval r where ${where}`),
    db.rows<
      Requests['stands_for'][number]
    >(sql`select g.name, max(d.ends_on)::text as until from approval_delegation d join account g on g.id = d.giver_id
      where d.deputy_id = ${meOf(ctx)} and g.enabled and ${inForce} group by g.id, g.name order by g.name`),
  ])
  return { data: titled(ctx, rows), total: count?.n ?? 0, stands_for: standing }
}

/** How many requests wait for the actor, for the menu. */
export async function countMine(ctx: Ctx, most: number): Promise<number> {
  const scope = seen(ctx, sql`r`)
  const where = join([mineSql(ctx), offered(ctx), ...(scope ? [scope] : [])], ' and ')
  const row = await ctx.kernel.db.one<{ n: number }>(
    sql`select count(*) as n from (select 1 from approval r where ${where} limit ${most}) w`,
  )
  return row?.n ?? 0
}

/** Requests about one subject, the newest first, for whoever may read it. @throws Failed NOT_FOUND, FORBIDDEN */
export async function requestsOf(ctx: Ctx, kind: string, subject: number): Promise<Request[]> {
  const approvable = ctx.kernel.offers(APPROVABLES).get(kind)
  if (!approvable) throw new Failed(NOT_FOUND)
  const needs = verbPermission('get', approvable.of)
  if (!allows(ctx.actor, needs)) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs })])
  await ctx.kernel.resources.get(ctx, approvable.of, subject)
  const where = sql`r.kind = ${kind} and r.subject_id = ${subject}`
  return titled(ctx, await ctx.kernel.db.rows<Row>(rowsSql(ctx, where, sql`r.id desc`, sql`limit ${PAGE}`)))
}

/** One request as it is now. @throws Failed NOT_FOUND */
export async function requestOf(ctx: Ctx, id: number): Promise<Request> {
  const scope = seen(ctx, sql`r`)
  const where = scope ? sql`r.id = ${id} and ${scope}` : sql`r.id = ${id}`
  const [row] = titled(ctx, await ctx.kernel.db.rows<Row>(rowsSql(ctx, where, sql`r.id`, sql``)))
  if (!row) throw new Failed(NOT_FOUND)
  return row
}
