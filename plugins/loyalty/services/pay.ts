import { type Ctx, f, invalid, split, sql, text, type Tx } from '#core'
import { personSql } from '#plugins/people/index'
import type { AdjustedOrder, Adjuster, Sums } from '#plugins/sales/index'
import { pointsNeeded, worthOf } from '../domain/points.ts'
import { pointRules } from '../settings.ts'
import { change, lockPoints, type Slice, spendable } from './account.ts'

const PERCENT = 100
const DAY = 86_400_000
/** Points that come back after their end are good for so long. */
const GRACE = 30 * DAY

/** Points pay part of a sale. What is paid for with them is nothing to earn points on. */
export const payWithPoints: Adjuster = {
  choice: { use: f.int({ min: 1, max: 100_000_000 }) },
  async prepare(ctx, { customer, currency }, choice, db) {
    const { point_value: value, most_percent: most } = ctx.kernel.settings.of(pointRules)
    if (!choice || customer === null || Number(value) <= 0) return () => []
    const { use } = choice as { use: number }
    const own = await db.one<{ points: number }>(sql`select ${spendable(personSql(sql`${customer}::bigint`))} as points`)
    if ((own?.points ?? 0) < use) throw invalid({ use: text('loyalty:error.insufficient', { count: Math.max(0, own?.points ?? 0) }) })
    return ({ lines }) => {
      const open = lines.reduce((sum, amount) => sum + amount, 0)
      const worth = Math.min(worthOf(use, value, currency.rate), Math.floor((open * most) / PERCENT))
      if (worth <= 0) return []
      const points = Math.min(use, pointsNeeded(worth, value, currency.rate))
      return [
        { label: ctx.kernel.i18n.t(ctx.language, 'loyalty:paid', { count: points }), code: String(points), shares: split(worth, lines) },
      ]
    }
  },
  settle,
}

/** What an order holds of somebody's points follows from how much of what they paid is back. @throws Failed INVALID when there are not so many */
async function settle(tx: Tx, ctx: Ctx, order: AdjustedOrder, { applied, taken, back }: Sums): Promise<void> {
  const { id, person_id: person } = order
  if (person === null) return
  await lockPoints(tx, person)
  await tx.run(sql`insert into points_of_order (order_id, person_id) values (${id}, ${person}) on conflict (order_id) do nothing`)
  const row = await tx.one<{ spent: number; returned: number }>(sql`select spent, returned from points_of_order where order_id = ${id}`)
  const spent = row?.spent || applied.reduce((sum, { code }) => sum + Number(code ?? 0), 0)
  const returned = back >= taken ? spent : Math.floor((spent * back) / Math.max(1, taken))
  const [held, toHold] = [(row?.spent ?? 0) - (row?.returned ?? 0), spent - returned]
  if (toHold > held) await hold(tx, ctx, order, toHold - held)
  if (toHold < held) await release(tx, ctx, order, held - toHold)
  await tx.run(sql`update points_of_order set spent = ${spent}, returned = ${returned} where order_id = ${id}`)
}

async function hold(tx: Tx, ctx: Ctx, { id, person_id }: AdjustedOrder, points: number): Promise<void> {
  const slices = await change(tx, { person: person_id ?? 0, kind: 'redeem', points: -points, order: id, by: ctx.actor })
  await tx.run(sql`insert into points_in_order (order_id, points, expires_at)
    select ${id}, s.points, s.expires_at from jsonb_to_recordset(${JSON.stringify(slices)}::jsonb) as s(points int, expires_at timestamptz)`)
}

/** What would end last comes back first, with the end it had. */
async function release(tx: Tx, ctx: Ctx, { id, person_id }: AdjustedOrder, points: number): Promise<void> {
  const slices = await tx.rows<Slice>(sql`
    with open as (select id, points as n, expires_at, sum(points) over (order by expires_at desc nulls first, id desc) - points as before
      from points_in_order where order_id = ${id} and points > 0)
    update points_in_order s set points = s.points - least(o.n, ${points}::int - o.before) from open o
    where s.id = o.id and o.before < ${points}::int returning o.expires_at, least(o.n, ${points}::int - o.before)::int as points`)
  const soonest = Date.now() + GRACE
  for (const slice of slices) {
    const ended = slice.expires_at !== null && Date.parse(slice.expires_at) < Date.now()
    const expires = ended ? new Date(soonest) : slice.expires_at
    await change(tx, { person: person_id ?? 0, kind: 'release', points: slice.points, order: id, by: ctx.actor, expires })
  }
}
