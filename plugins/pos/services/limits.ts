import { account, hasPermission, type Ctx, parseMoney, role, sql, systemCtx } from 'stoa'
import { posRules } from '../settings.ts'
import type { CounterInput } from './ticket-input.ts'

/** How far somebody may go at the counter alone. */
export interface Limits {
  /** Per cent of what things usually cost; null for any. */
  off: number | null
  /** What may be given back at once, in minor units; null for any. */
  back: number | null
}

/** Nobody asks how far somebody may go who does nothing of that. */
export const untouched: Limits = { off: 0, back: 0 }

/** Whether a ticket has prices or discounts made by hand, so that its limits count. */
export const isByHand = ({ lines, discount }: Pick<CounterInput, 'lines' | 'discount'>): boolean =>
  parseMoney(discount) > 0 || lines.some(({ unit_price }) => unit_price !== null)

/**
 * What whoever acts may do alone: what their role is allowed, else what the settings say. Owners are not limited. Read before a
 * transaction, so that none waits for a second connection.
 */
export async function readLimits(ctx: Ctx): Promise<Limits> {
  const { kernel, actor } = ctx
  if (actor.kind !== 'admin') return { off: null, back: null }
  const system = systemCtx(kernel, 'pos')
  const { role_id } = await kernel.resources.get(system, account, actor.id)
  const { superuser } = await kernel.resources.get(system, role, role_id)
  if (superuser) return { off: null, back: null }
  const row = await kernel.db.one<{ off: string; back: number }>(
    sql`select most_off::text as off, most_back_minor as back from pos_limit where role_id = ${role_id}`,
  )
  const { most_off, most_back } = kernel.settings.of(posRules)
  return { off: hasPermission(actor, 'reprice pos ticket') ? Number(row?.off ?? most_off) : 0, back: row?.back ?? parseMoney(most_back) }
}
