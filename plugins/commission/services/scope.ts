import { type Ctx, hasPermission, ownRowsScope, type Scope, sql } from 'stoa'

/** Permission to see the commissions of everybody. Without it, staff see their own. */
export const SEE_ALL = 'see all commission entry'

/** Limits rows to those of the actor. */
export const ownScope: Scope = ownRowsScope('admin_id', { all: SEE_ALL })

/** Limits orders to those that the actor shares. */
export const ownOrdersScope: Scope = Object.assign(
  ({ actor }: Pick<Ctx, 'actor'>) => {
    if (actor.kind === 'system' || hasPermission(actor, SEE_ALL)) return null
    if (actor.kind !== 'admin') return sql`false`
    return sql`exists (select 1 from commission_share s where s.commission_order_id = t.id and s.admin_id = ${actor.id})`
  },
  { all: SEE_ALL },
)

/** The context of an actor who pays a payroll, which includes the commissions of everybody on it. */
export function withAllCommissions(ctx: Ctx): Ctx {
  const { actor } = ctx
  return actor.kind === 'admin' ? { ...ctx, actor: { ...actor, allows: (needs: string) => needs === SEE_ALL || actor.allows(needs) } } : ctx
}
