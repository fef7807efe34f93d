import { type Ctx, type Moving, sql, type Tx } from '#core'
import { orderRules } from '../../settings.ts'
import { DELIVERY } from './delivery.ts'
import { lockOrder } from './head.ts'
import { isOpen } from './unfinished.ts'

/** Counts the units of an order anew, from its lines and by whoever sends it. What is completed has arrived. */
export async function recount(tx: Tx, { kernel }: Pick<Ctx, 'kernel'>, id: number): Promise<void> {
  const { received, picking } = kernel.find(DELIVERY)?.counted(sql`${id}::bigint`) ?? { received: sql`0`, picking: sql`false` }
  await tx.run(sql`update sales_order o set units_total = u.total, units_shipped = u.shipped, units_received = u.received, picking = u.picking
    from (select l.total, l.shipped, ${picking} as picking,
        greatest(${received}, case when c.completed_at is not null then l.shipped else 0 end) as received
      from (select coalesce(sum(quantity - canceled_quantity) filter (where handover = 'sent'), 0)::int as total,
          coalesce(sum(shipped_quantity) filter (where handover = 'sent'), 0)::int as shipped from order_line where order_id = ${id}) l
        join sales_order c on c.id = ${id}) u
    where o.id = ${id} and (o.units_total, o.units_shipped, o.units_received, o.picking) is distinct from (u.total, u.shipped, u.received, u.picking)`)
}

/**
 * Takes an order as far as its money and goods allow, one move after the other: what needs no handing over is done, sent goods make
 * it shipped, received ones completed. Whoever changed something about its goods calls it last; the effects of moves never do.
 */
export async function advance(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  for (let move = await nextMove(tx, ctx, id); move; move = await nextMove(tx, ctx, id))
    await ctx.kernel.resources.moveIn(tx, ctx, 'order', id, move)
}

/** Moves by which the money is there, and those that end trouble: what follows from either waits for nobody. */
const paying: ReadonlySet<string> = new Set(['settled', 'pay', 'reopen'])
const resolving: ReadonlySet<string> = new Set(['resolve_paid', 'resolve_processing'])

/** After a move of an order: it goes on by itself, as far as it can and as the shop wants. */
export async function goOn({ tx, ctx, row, move }: Moving & { move: string }): Promise<void> {
  if (!paying.has(move) && !resolving.has(move)) return
  await advance(tx, ctx, row.id)
  if (!paying.has(move) || !ctx.kernel.settings.of(orderRules).auto_process) return
  const o = await lockOrder(tx, row.id)
  if (o.status === 'paid' && o.units_total > 0) await ctx.kernel.resources.moveIn(tx, ctx, 'order', row.id, 'process')
}

/** The move an order makes by itself as things are; undefined while it waits for somebody. */
async function nextMove(tx: Tx, ctx: Ctx, id: number): Promise<'finish' | 'ship' | 'complete' | undefined> {
  await recount(tx, ctx, id)
  const o = await lockOrder(tx, id)
  if (o.status === 'paid' && o.units_total === 0 && (await nothingToHandOver(tx, id))) return 'finish'
  const gone = o.units_total > 0 && o.units_shipped >= o.units_total
  if (gone && (o.status === 'paid' || o.status === 'processing')) return 'ship'
  const arrived = o.status === 'shipped' && o.units_received >= o.units_total
  return arrived && !(await isOpen(tx, ctx, id)) ? 'complete' : undefined
}

async function nothingToHandOver(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.one<{ yes: boolean }>(sql`select bool_and(handover = 'none') as yes from order_line where order_id = ${id}`)
  return row?.yes ?? false
}
