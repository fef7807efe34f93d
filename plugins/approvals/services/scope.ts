import { hasPermission, type Ctx, join, type Scope, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'
import { APPROVABLE_DOCUMENTS } from './approvable-documents.ts'
import { mayDecide, type DeciderRole } from './decider-roles.ts'

export const seeAll = 'see all approval'

/** The account of the actor, null for whoever has none. */
export const getActorId = ({ actor }: Ctx): Sql => sql`${actor.kind === 'admin' ? actor.id : null}::bigint`

/** Leaves out requests about rows outside of what the actor sees. */
export function visibleSubjectsSql(ctx: Ctx, r: Sql): Sql | undefined {
  const { registry } = ctx.kernel
  const parts = [...new Set([...ctx.kernel.contributions(APPROVABLE_DOCUMENTS).values()].map(({ of }) => of))].flatMap((name) => {
    const resource = registry.resources.get(name)
    const seen = resource && isVisibleSql(ctx, resource, sql`${r}.subject_id`)
    return seen ? [sql`(${r}.subject_type <> ${name} or ${seen})`] : []
  })
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** Requests `r` that concern an account: asked by it or its own, decided by or for it, or its to decide at any of their steps. */
const concerns = (
  r: Sql,
  me: Sql,
  seats: readonly DeciderRole[],
): Sql => sql`(${r}.requested_by = ${me} or coalesce(${me} = any(${r}.own_ids), false) or exists (
  select 1 from (select ${r}.id as id, ${r}.own_ids as own_ids, ${r}.kind as kind) r, approval_step s
  where s.approval_id = r.id and (s.decided_by = ${me} or s.decided_for = ${me} or ${mayDecide(seats, me)})))`

/** The condition on requests `r` that an actor with these seats sees; undefined for all of them. */
export function visibleSql(ctx: Ctx, r: Sql, seats: readonly DeciderRole[]): Sql | undefined {
  const { actor } = ctx
  if (actor.kind === 'system') return undefined
  if (actor.kind !== 'admin') return sql`false`
  const parts = [visibleSubjectsSql(ctx, r), hasPermission(actor, seeAll) ? undefined : concerns(r, getActorId(ctx), seats)].flatMap(
    (part) => part ?? [],
  )
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** In lists and by id: what the actor asked for or decided, or all with the right to see all. What is still to be decided stands in the inbox. */
export const concernedScope: Scope = Object.assign((ctx: Ctx) => visibleSql(ctx, sql`t`, []) ?? null, { all: seeAll })
