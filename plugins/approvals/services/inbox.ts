import { hasPermission, type Ctx, AppError, FORBIDDEN, join, NOT_FOUND, sql, type Sql, message } from 'stoa'
import { verbPermission } from 'stoa/engine'
import type { Request, Requests, Step, tabs } from '../api-types.ts'
import { describeSubjects } from './describe-subjects.ts'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'
import { delegatedSql, readNames } from './people.ts'
import { getActorId, visibleSql } from './scope.ts'
import { mayDecide, type DeciderRole, deciderRoleSql, listDeciderRoles } from './decider-roles.ts'

/** Requests per page of the inbox. */
const PAGE = 20

type Seats = readonly DeciderRole[]

/** Whether the pending step of the request `r` is the actor's to decide. */
const mineSql = (ctx: Ctx, seats: Seats): Sql =>
  sql`(r.status = 'pending' and exists (select 1 from approval_step s where s.approval_id = r.id and s.status = 'pending' and ${mayDecide(seats, getActorId(ctx))}))`

const conditions: Record<(typeof tabs)[number], (ctx: Ctx, seats: Seats) => Sql> = {
  mine: mineSql,
  asked: (ctx) => sql`r.requested_by = ${getActorId(ctx)}`,
  decided: (ctx) =>
    sql`exists (select 1 from approval_step s where s.approval_id = r.id and (s.decided_by = ${getActorId(ctx)} or s.decided_for = ${getActorId(ctx)}))`,
}

/** Condition of a tab, limited to what the actor may see and to installed document types. */
function tabSql(ctx: Ctx, tab: (typeof tabs)[number], seats: Seats): Sql {
  const offered = sql`r.kind = any(${[...ctx.kernel.contributions(APPROVABLE_DOCUMENTS).keys()]}::text[])`
  const scope = visibleSql(ctx, sql`r`, seats)
  return join([conditions[tab](ctx, seats), offered, ...(scope ? [scope] : [])], ' and ')
}

interface Row extends Omit<Request, 'kind_title' | 'about' | 'asker' | 'stands_for' | 'steps'> {
  subject_id: number
  requested_by: number | null
  seat: number | null
  steps: (Omit<Step, 'who' | 'stood_for'> & { decided_by: number | null; decided_for: number | null })[]
}

const rowsSql = (ctx: Ctx, seats: Seats, where: Sql, rest: Sql): Sql => sql`
  select r.id, r.kind, r.subject_id, r.title, (r.amount_minor / 100.0)::numeric(18, 2)::text as amount, r.link, r.requested_by, r.created_at as asked_at,
    coalesce((select s.since from approval_step s where s.approval_id = r.id and s.status = 'pending'), r.created_at) as since, r.status, r.reason,
    ${mineSql(ctx, seats)} as decidable, coalesce(${getActorId(ctx)} = any(r.own_ids), false) as own,
    coalesce(r.status = 'pending' and r.requested_by = ${getActorId(ctx)}, false) as withdrawable,
    (select min(q.holder) from approval_step s, lateral (select q.holder ${deciderRoleSql(seats, getActorId(ctx))}) q
      where r.status = 'pending' and s.approval_id = r.id and s.status = 'pending' having bool_and(q.holder <> ${getActorId(ctx)})) as seat,
    (select jsonb_agg(jsonb_build_object('id', s.id, 'role', s.role, 'status', s.status, 'since', s.since, 'decided_by', s.decided_by,
        'decided_for', s.decided_for, 'decided_at', s.decided_at, 'reason', s.reason) order by s.position)
      from approval_step s where s.approval_id = r.id) as steps
  from approval r where ${where} ${rest}`

/** Reads requests with the names of people and document types. */
async function read(ctx: Ctx, seats: Seats, where: Sql, rest: Sql): Promise<Request[]> {
  const { kernel } = ctx
  const rows = await kernel.db.rows<Row>(rowsSql(ctx, seats, where, rest))
  const kinds = kernel.contributions(APPROVABLE_DOCUMENTS)
  const ids = rows.flatMap((row) => [row.requested_by, row.seat, ...row.steps.flatMap((s) => [s.decided_by, s.decided_for])])
  const [names, about] = await Promise.all([readNames(kernel, ids), describeSubjects(ctx, rows)])
  const named = (id: number | null) => names.get(id) ?? null
  return rows.map(({ requested_by, seat, steps, subject_id, ...row }) => ({
    ...row,
    about: about(row.kind, subject_id),
    kind_title: kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, kinds.get(row.kind)?.title ?? row.kind),
    asker: named(requested_by),
    stands_for: named(seat),
    steps: steps.map(({ decided_by, decided_for, ...s }) => ({ ...s, who: named(decided_by), stood_for: named(decided_for) })),
  }))
}

/** A tab of the inbox: to decide (oldest first), own requests or decided requests (newest first). */
export async function readInbox(ctx: Ctx, tab: (typeof tabs)[number], page: number): Promise<Requests> {
  const { kernel, actor } = ctx
  const seats = await listDeciderRoles(kernel, actor)
  const where = tabSql(ctx, tab, seats)
  const order = tab === 'mine' ? sql`since, r.id` : sql`r.id desc`
  const [data, count, delegations] = await Promise.all([
    read(ctx, seats, where, sql`order by ${order} limit ${PAGE} offset ${(page - 1) * PAGE}`),
    kernel.db.one<{ n: number }>(sql`select count(*) as n from approval r where ${where}`),
    actor.kind === 'admin' ? delegatedSql(kernel.db, actor.id) : [],
  ])
  // A disabled account delegates nothing.
  const names = await readNames(
    kernel,
    seats.map(({ holder }) => holder),
  )
  const activeDelegations = delegations.flatMap(({ giver, until }) => (names.has(giver) ? [{ name: names.get(giver) ?? '', until }] : []))
  return { data, total: count?.n ?? 0, stands_for: activeDelegations }
}

/** Number of requests the actor has to decide, for the badge of the menu. */
export async function countOwnPending(ctx: Ctx, most: number): Promise<number> {
  const seats = await listDeciderRoles(ctx.kernel, ctx.actor)
  if (seats.length === 0) return 0
  const where = tabSql(ctx, 'mine', seats)
  const row = await ctx.kernel.db.one<{ n: number }>(
    sql`select count(*) as n from (select 1 from approval r where ${where} limit ${most}) w`,
  )
  return row?.n ?? 0
}

/** Requests for one subject, newest first, if the actor may read it. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listRequests(ctx: Ctx, kind: string, subject: number): Promise<Request[]> {
  const approvable = ctx.kernel.contributions(APPROVABLE_DOCUMENTS).get(kind)
  if (!approvable) throw new AppError(NOT_FOUND)
  const needs = verbPermission('get', approvable.of)
  if (!hasPermission(ctx.actor, needs)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
  await ctx.kernel.resources.get(ctx, approvable.of, subject)
  const seats = await listDeciderRoles(ctx.kernel, ctx.actor)
  return read(ctx, seats, sql`r.kind = ${kind} and r.subject_id = ${subject}`, sql`order by r.id desc limit ${PAGE}`)
}

/** The current state of a request. @throws AppError NOT_FOUND */
export async function readRequest(ctx: Ctx, id: number): Promise<Request> {
  const seats = await listDeciderRoles(ctx.kernel, ctx.actor)
  const [row] = await read(ctx, seats, sql`r.id = ${id} and ${visibleSql(ctx, sql`r`, seats) ?? sql`true`}`, sql`limit 1`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}
