import { account, hasPermission, type Ctx, parseMoney, role, sql, systemCtx } from 'stoa'
import { posRules } from '../settings.ts'
import type { CounterInput } from './ticket-input.ts'

/** Limits of a cashier without approval. */
export interface Limits {
  /** Largest discount in per cent of the regular price; null for no limit. */
  off: number | null
  /** Largest refund in minor units; null for no limit. */
  back: number | null
}

/** Limits for tickets without manual discounts and refunds, which need no lookup. */
export const untouched: Limits = { off: 0, back: 0 }

/** Whether a ticket has manual prices or discounts, so that limits apply. */
export const isByHand = ({ lines, discount }: Pick<CounterInput, 'lines' | 'discount'>): boolean =>
  parseMoney(discount) > 0 || lines.some(({ unit_price }) => unit_price !== null)

/**
 * Limits of the actor: of their role, or else of the settings. Owners have none. Reads outside of the transaction, so
 * that no second connection is needed.
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
