import { type Ctx, sql, type Tx } from 'stoa'
import type { Discrepancy } from 'stoa/plugins/payments'
import type { LockedOrder } from './head.ts'
import { orderTransitions } from '../../domain/statuses.ts'

/** Marks an order for review by staff, with the reason as text. An order that is already marked stays as it is. */
export async function setAbnormal(
  tx: Tx,
  ctx: Ctx,
  o: Pick<LockedOrder, 'id' | 'status'>,
  kind: Discrepancy | 'goods',
  detail = '',
): Promise<void> {
  if (o.status === 'abnormal') return
  const reason = [ctx.kernel.i18n.t(ctx.mainLanguage, `sales:reason.${kind}`), detail].filter(Boolean).join(' – ').slice(0, 500)
  await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'flag', { reason, kind })
}

/** Stores the code of the reason why an order is abnormal. */
export const storeAbnormalKind = (tx: Tx, id: number, kind: string): Promise<unknown> =>
  tx.run(sql`update sales_order set abnormal_kind = ${kind} where id = ${id}`)
