import { findStaffWith, type Kernel, sql, type Tx } from 'stoa'

/** Permission an account needs to be assigned leads. */
const WORK_ON_LEADS = 'update lead'

/**
 * Chooses the owner of a lead without one: the default owner of the funnel, else the accounts with the permission in turn (round robin).
 */
export async function assignLead(kernel: Kernel, tx: Tx, funnelId: number): Promise<number | null> {
  // Row lock: two leads at the same time must not go to the same account.
  const funnel = await tx.one<{ default_owner_id: number | null; turn: number | null }>(
    sql`select default_owner_id, turn from crm_funnel where id = ${funnelId} for update`,
  )
  if (!funnel) return null
  const staff = (await findStaffWith(kernel, WORK_ON_LEADS, tx)).map(({ id }) => id)
  if (funnel.default_owner_id !== null && staff.includes(funnel.default_owner_id)) return funnel.default_owner_id
  const next = staff.find((id) => id > (funnel.turn ?? 0)) ?? staff[0]
  if (next !== undefined) await tx.run(sql`update crm_funnel set turn = ${next} where id = ${funnelId}`)
  return next ?? null
}
