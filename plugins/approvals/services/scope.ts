import { allows, type Ctx, join, type Scope, sql, type Sql } from 'stoa'
import { sees } from 'stoa/engine'
import { APPROVABLES } from './approvables.ts'
import { hasSeat, type Seat } from './seats.ts'

export const seeAll = 'see all approval'

/** The account of the actor, null for whoever has none. */
export const meOf = ({ actor }: Ctx): Sql => sql`${actor.kind === 'admin' ? actor.id : null}::bigint`

/** Leaves out requests about rows outside of what the actor sees. */
export function subjectsSeen(ctx: Ctx, r: Sql): Sql | undefined {
  const { registry } = ctx.kernel
  const parts = [...new Set([...ctx.kernel.offers(APPROVABLES).values()].map(({ of }) => of))].flatMap((name) => {
    const resource = registry.resources.get(name)
    const seen = resource && sees(ctx, resource, sql`${r}.subject_id`)
    return seen ? [sql`(${r}.subject_type <> ${name} or ${seen})`] : []
  })
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** Requests `r` that concern an account: asked by it or its own, decided by or for it, or its to decide at any of their steps. */
const concerns = (
  r: Sql,
  me: Sql,
  seats: readonly Seat[],
): Sql => sql`(${r}.requested_by = ${me} or coalesce(${me} = any(${r}.own_ids), false) or exists (
  select 1 from (select ${r}.id as id, ${r}.own_ids as own_ids, ${r}.kind as kind) r, approval_step s
  where s.approval_id = r.id and (s.decided_by = ${me} or s.decided_for = ${me} or ${hasSeat(seats, me)})))`

/** The condition on requests `r` that an actor with these seats sees; undefined for all of them. */
export function seen(ctx: Ctx, r: Sql, seats: readonly Seat[]): Sql | undefined {
  const { actor } = ctx
  if (actor.kind === 'system') return undefined
  if (actor.kind !== 'admin') return sql`false`
  const parts = [subjectsSeen(ctx, r), allows(actor, seeAll) ? undefined : concerns(r, meOf(ctx), seats)].flatMap((part) => part ?? [])
  return parts.length > 0 ? join(parts, ' and ') : undefined
}

/** In lists and by id: what the actor asked for or decided, or all with the right to see all. What is still to be decided stands in the inbox. */
export const concerned: Scope = Object.assign((ctx: Ctx) => seen(ctx, sql`t`, []) ?? null, { all: seeAll })
