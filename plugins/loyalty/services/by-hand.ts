import { type Ctx, Failed, invalid, KEY_REUSED, record, sql, text } from 'stoa'
import { already, change, lockPoints } from './account.ts'
import { endOf } from './of-order.ts'
import { personOf } from './read.ts'
import { judge, stand, type TierStep } from './standing.ts'

/** Staff give points or take some; nobody comes to owe any by that. @throws Failed INVALID, KEY_REUSED when a key comes with another number */
export function adjust(
  ctx: Ctx,
  customer: number,
  { points, reason, key }: { points: number; reason: string; key: string },
): Promise<void> {
  if (points === 0) throw invalid({ points: text('core:rule.required') })
  if (!reason.trim()) throw invalid({ reason: text('core:rule.required') })
  return ctx.kernel.work(async (tx) => {
    const person = await personOf(tx, customer)
    await lockPoints(tx, person)
    const before = key ? await already(tx, person, `hand ${key}`) : undefined
    if (before && before.points !== points) throw new Failed(KEY_REUSED)
    if (before) return
    await change(tx, {
      ...{ person, kind: 'adjust', points, remark: reason.trim(), by: ctx.actor },
      ...(key ? { key: `hand ${key}` } : {}),
      ...(points > 0 ? { expires: await endOf(tx, ctx.kernel) } : {}),
    })
    await judge(tx, ctx, person)
    await record(tx, ctx, { resource: 'customer', rowId: customer, verb: 'points', changes: [{ field: 'points', old: null, new: points }] })
  })
}

interface Wanted {
  tier_id: number | null
  locked_until: string | null
  reason: string
}

/** Staff say where a customer stands; until a day, nobody falls below that. @throws Failed INVALID */
export function setTier(ctx: Ctx, customer: number, { tier_id, locked_until, reason }: Wanted): Promise<void> {
  if (!reason.trim()) throw invalid({ reason: text('core:rule.required') })
  return ctx.kernel.work(async (tx) => {
    const person = await personOf(tx, customer)
    await lockPoints(tx, person)
    const old = await tx.one<{ id: number }>(sql`select membership_id as id from loyalty_member where person_id = ${person}`)
    if (tier_id === null) await tx.run(sql`delete from loyalty_member where person_id = ${person}`)
    else {
      const tier = await tx.one<TierStep>(sql`select id, title, valid_months from membership where id = ${tier_id} and enabled`)
      if (!tier) throw invalid({ tier_id: text('core:rule.not_exists') })
      await stand(tx, ctx, person, { tier, source: 'manual', locked_until })
    }
    tx.touch('customer')
    await record(tx, ctx, {
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
