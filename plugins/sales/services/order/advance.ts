import { type Ctx, type Moving, sql, type Tx } from '#core'
import { orderRules } from '../../settings.ts'
import { lockOrder } from './head.ts'

/** Counts the units of an order anew, from its lines and shipments. */
export async function recount(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update sales_order o set units_total = u.total, units_shipped = u.shipped, units_received = u.received, picking = u.picking
    from (select coalesce(sum(l.quantity - l.canceled_quantity) filter (where l.handover = 'sent'), 0)::int as total,
        coalesce(sum(l.shipped_quantity) filter (where l.handover = 'sent'), 0)::int as shipped,
        (select coalesce(sum(s.quantity), 0)::int from shipment_line s join shipment p on p.id = s.shipment_id
          where p.order_id = ${id} and p.status in ('received', 'completed')) as received,
        exists (select 1 from shipment p where p.order_id = ${id} and p.status in ('draft', 'processing')) as picking
      from order_line l where l.order_id = ${id}) u
    where o.id = ${id} and (o.units_total, o.units_shipped, o.units_received, o.picking) is distinct from (u.total, u.shipped, u.received, u.picking)`)
}

/**
 * Takes an order as far as its money and goods allow, one move after the other: what needs no handing over is done, sent goods make
 * it shipped, received ones completed. Whoever changed something about its goods calls it last; the effects of moves never do.
 */
export async function advance(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  for (let move = await nextMove(tx, id); move; move = await nextMove(tx, id)) await ctx.kernel.resources.moveIn(tx, ctx, 'order', id, move)
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
async function nextMove(tx: Tx, id: number): Promise<'finish' | 'ship' | 'complete' | undefined> {
  await recount(tx, id)
  const o = await lockOrder(tx, id)
  if (o.status === 'paid' && o.units_total === 0 && (await nothingToHandOver(tx, id))) return 'finish'
  const gone = o.units_total > 0 && o.units_shipped >= o.units_total
  if (gone && (o.status === 'paid' || o.status === 'processing')) return 'ship'
  const arrived = o.status === 'shipped' && o.units_received >= o.units_total
  return arrived && !(await openReturn(tx, id)) ? 'complete' : undefined
}

async function nothingToHandOver(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.one<{ yes: boolean }>(sql`select bool_and(handover = 'none') as yes from order_line where order_id = ${id}`)
  return row?.yes ?? false
}

/** Whether goods are on their way back, or may be soon. */
export async function openReturn(tx: Tx, id: number): Promise<boolean> {
  const open = await tx.one(
    sql`select 1 from sales_return where order_id = ${id} and status in ('pending', 'approved', 'partial_received', 'received') limit 1`,
  )
  return open !== undefined
}
