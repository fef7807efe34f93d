import { hasPermission, type Ctx, join, type Scope, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'
import { mayDecide, type DeciderRole } from './decider-roles.ts'

export const seeAll = 'see all approval'

/** The account id of the actor; null for an actor without an account. */
export const getActorId = ({ actor }: Ctx): Sql => sql`${actor.kind === 'admin' ? actor.id : null}::bigint`

/** Excludes requests for rows the actor may not see. */
export function visibleSubjectsSql(ctx: Ctx, r: Sql): Sql | undefined {
  const { registry } = ctx.kernel
  const parts = [...new Set([...ctx.kernel.contributions(APPROVABLE_DOCUMENTS).values()].map(({ of }) => of))].flatMap((name) => {
    const resource = registry.resources.get(name)
    const visibleSql = resource && isVisibleSql(ctx, resource, sql`${r}.subject_id`)
    return visibleSql ? [sql`(${r}.subject_type <> ${name} or ${visibleSql})`] : []
  })
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** Requests `r` that concern an account: requested by it or its own, decided by or for it, or to be decided by it at any step. */
const concerns = (
  r: Sql,
  me: Sql,
  seats: readonly DeciderRole[],
): Sql => sql`(${r}.requested_by = ${me} or coalesce(${me} = any(${r}.own_ids), false) or exists (
  select 1 from (select ${r}.id as id, ${r}.own_ids as own_ids, ${r}.kind as kind) r, approval_step s
  where s.approval_id = r.id and (s.decided_by = ${me} or s.decided_for = ${me} or ${mayDecide(seats, me)})))`

/** Condition for requests `r` that the actor may see; undefined for all. */
export function visibleSql(ctx: Ctx, r: Sql, seats: readonly DeciderRole[]): Sql | undefined {
  const { actor } = ctx
  if (actor.kind === 'system') return undefined
  if (actor.kind !== 'admin') return sql`false`
  const parts = [visibleSubjectsSql(ctx, r), hasPermission(actor, seeAll) ? undefined : concerns(r, getActorId(ctx), seats)].flatMap(
    (part) => part ?? [],
  )
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** Scope of lists and single reads: requests the actor made or decided, or all with the permission. Pending decisions are in the inbox. */
export const concernedScope: Scope = Object.assign((ctx: Ctx) => visibleSql(ctx, sql`t`, []) ?? null, { all: seeAll })
