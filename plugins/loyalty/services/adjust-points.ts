import { type Ctx, AppError, validationError, KEY_REUSED, recordAudit, sql, message } from 'stoa'
import { isBooked, changePoints, lockPoints } from './account.ts'
import { getExpiry } from './earned-points.ts'
import { findPerson } from './read.ts'
import { updateTier, setTierState, type TierStep } from './tier-state.ts'

/**
 * Staff add or remove points. The balance cannot become negative.
 * @throws AppError INVALID, KEY_REUSED when a key is used with another amount
 */
export function adjustPoints(
  ctx: Ctx,
  customer: number,
  { points, reason, key }: { points: number; reason: string; key: string },
): Promise<void> {
  if (points === 0) throw validationError({ points: message('core:rule.required') })
  if (!reason.trim()) throw validationError({ reason: message('core:rule.required') })
  return ctx.kernel.transaction(async (tx) => {
    const person = await findPerson(tx, customer)
    await lockPoints(tx, person)
    const before = key ? await isBooked(tx, person, `hand ${key}`) : undefined
    if (before && before.points !== points) throw new AppError(KEY_REUSED)
    if (before) return
    await changePoints(tx, {
      ...{ person, kind: 'adjust', points, remark: reason.trim(), by: ctx.actor },
      ...(key ? { key: `hand ${key}` } : {}),
      ...(points > 0 ? { expires: await getExpiry(tx, ctx.kernel) } : {}),
    })
    await updateTier(tx, ctx, person)
    await recordAudit(tx, ctx, {
      resource: 'customer',
      rowId: customer,
      verb: 'points',
      changes: [{ field: 'points', old: null, new: points }],
    })
  })
}

interface TierInput {
  tier_id: number | null
  locked_until: string | null
  reason: string
}

/** Staff set the tier of a customer, with an optional date until which it cannot drop. @throws AppError INVALID */
export function setTier(ctx: Ctx, customer: number, { tier_id, locked_until, reason }: TierInput): Promise<void> {
  if (!reason.trim()) throw validationError({ reason: message('core:rule.required') })
  return ctx.kernel.transaction(async (tx) => {
    const person = await findPerson(tx, customer)
    await lockPoints(tx, person)
    const old = await tx.one<{ id: number }>(sql`select membership_id as id from loyalty_member where person_id = ${person}`)
    if (tier_id === null) await tx.run(sql`delete from loyalty_member where person_id = ${person}`)
    else {
      const tier = await tx.one<TierStep>(sql`select id, title, valid_months from membership where id = ${tier_id} and enabled`)
      if (!tier) throw validationError({ tier_id: message('core:rule.not_exists') })
      await setTierState(tx, ctx, person, { tier, source: 'manual', locked_until })
    }
    tx.invalidate('customer')
    await recordAudit(tx, ctx, {
      resource: 'customer',
      rowId: customer,
      verb: 'membership',
      changes: [
        { field: 'membership', old: old?.id ?? null, new: tier_id },
        { field: 'reason', old: null, new: reason.trim() },
      ],
    })
  })
}
