import { type Ctx, type NamedTransition, type Sql, sql, type Tx } from 'stoa'
import { listNextTransitions } from '../../domain/progress.ts'
import { orderRules } from '../../settings.ts'
import { DELIVERY } from './delivery.ts'
import { lockOrder } from './head.ts'
import { hasOpenWork } from './open-work.ts'
import { orderTransitions } from '../../domain/statuses.ts'

/** Recounts the units of an order from its lines and from the delivery plugin. Completed means delivered. */
export async function recountUnits(tx: Tx, ctx: Pick<Ctx, 'kernel'>, id: number): Promise<void> {
  await tx.run(recountUnitsSql(ctx, id))
}

/** The same as a statement. With `completes` it also completes the order. */
export function recountUnitsSql({ kernel }: Pick<Ctx, 'kernel'>, id: number, completes = false): Sql {
  const { received, picking } = kernel.find(DELIVERY)?.countsSql(sql`${id}::bigint`) ?? { received: sql`0`, picking: sql`false` }
  const completed = completes ? sql`coalesce(c.completed_at, now())` : sql`c.completed_at`
  return sql`update sales_order o set completed_at = u.completed_at, units_total = u.total, units_shipped = u.shipped, units_received = u.received, picking = u.picking
    from (select l.total, l.shipped, ${picking} as picking, ${completed} as completed_at,
        greatest(${received}, case when ${completed} is not null then l.shipped else 0 end) as received
      from (select coalesce(sum(quantity - canceled_quantity) filter (where handover = 'sent'), 0)::int as total,
          coalesce(sum(shipped_quantity) filter (where handover = 'sent'), 0)::int as shipped from order_line where order_id = ${id}) l
        join sales_order c on c.id = ${id}) u
    where o.id = ${id} and (o.completed_at, o.units_total, o.units_shipped, o.units_received, o.picking)
      is distinct from (u.completed_at, u.total, u.shipped, u.received, u.picking)`
}

/**
 * Moves an order as far as its payment and stock allow. Lines without shipping are done, shipped units make the order
 * shipped, received units make it completed. Code that changes units of an order calls it last; effects of
 * transitions never do.
 */
export async function advance(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  await recountUnits(tx, ctx, id)
  const o = await lockOrder(tx, id)
  const transitions = listNextTransitions({
    status: o.status,
    unitsTotal: o.units_total,
    unitsSent: o.units_shipped,
    unitsReceived: o.units_received,
    isNothingHandedOver: o.status === 'paid' && o.units_total === 0 && (await hasNothingToHandOver(tx, id)),
    isOpen: false,
  })
  // Open work blocks only completion, which is the last transition, so the check runs only then.
  if (transitions.at(-1) === 'complete' && (await hasOpenWork(tx, ctx, id))) transitions.pop()
  if (transitions.length > 0) await ctx.kernel.resources.transitionThroughIn(tx, ctx, orderTransitions, id, transitions)
}

/** Transitions that pay an order and those that end a problem: what follows runs at once. */
const PAYING: ReadonlySet<string> = new Set(['settled', 'pay', 'reopen'])
const RESOLVING: ReadonlySet<string> = new Set(['resolve_paid', 'resolve_processing'])

/** Runs after a transition: moves the order on as far as it can and as the shop's settings allow, unless another transition follows. */
export async function advanceAfterTransition({ tx, ctx, row, action, next }: NamedTransition): Promise<void> {
  if (next !== undefined || (!PAYING.has(action) && !RESOLVING.has(action))) return
  await advance(tx, ctx, row.id)
  if (!PAYING.has(action) || !ctx.kernel.settings.of(orderRules).auto_process) return
  const o = await lockOrder(tx, row.id)
  if (o.status === 'paid' && o.units_total > 0) await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, row.id, 'process')
}

async function hasNothingToHandOver(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.one<{ yes: boolean }>(sql`select bool_and(handover = 'none') as yes from order_line where order_id = ${id}`)
  return row?.yes ?? false
}
