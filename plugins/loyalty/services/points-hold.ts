import { type Ctx, sql, type Tx } from 'stoa'
import { isErased } from 'stoa/plugins/people'
import { type AdjustedOrder, ORDER_EMAIL_JOB } from 'stoa/plugins/sales'
import { changePoints, lockPoints, type Slice } from './account.ts'
import { POINTS_SPENT } from './points-spent-email.ts'

const DAY = 86_400_000
/** Grace period of points that are returned after their expiry. */
const GRACE = 30 * DAY

/** The two uses of points in an order: payment and redemption. */
const columns = {
  paid: { taken: sql`spent`, back: sql`returned` },
  redeemed: { taken: sql`redeemed`, back: sql`unredeemed` },
} as const

/** The target state of the points of an order. */
export interface PointsHold {
  /** Points taken in total; points that were taken earlier are included. */
  takenPoints: number
  /** Points to return, of the number that was taken. */
  getReturnedPoints(points: number): number
}

/**
 * Brings the points held by an order to their target. Idempotent: works on totals. Returns the state before and after.
 * @throws AppError INVALID at `points` when the balance is too small
 */
export async function holdPoints(
  tx: Tx,
  ctx: Ctx,
  order: AdjustedOrder,
  use: keyof typeof columns,
  { takenPoints, getReturnedPoints }: PointsHold,
): Promise<{ before: number; now: number }> {
  const { id, person_id: person } = order
  if (person === null || (await isErased(tx, person))) return { before: 0, now: 0 }
  const { taken: column, back } = columns[use]
  await lockPoints(tx, person)
  await tx.run(sql`insert into points_of_order (order_id, person_id) values (${id}, ${person}) on conflict (order_id) do nothing`)
  const row = await tx.one<{ taken: number; back: number }>(
    sql`select ${column} as taken, ${back} as back from points_of_order where order_id = ${id}`,
  )
  const all = row?.taken || takenPoints
  const returned = getReturnedPoints(all)
  const [before, now] = [(row?.taken ?? 0) - (row?.back ?? 0), all - returned]
  if (now > before) await hold(tx, ctx, order, now - before)
  if (now < before) await release(tx, ctx, order, before - now)
  await tx.run(sql`update points_of_order set ${column} = ${all}, ${back} = ${returned} where order_id = ${id}`)
  return { before, now }
}

async function hold(tx: Tx, ctx: Ctx, { id, person_id }: AdjustedOrder, points: number): Promise<void> {
  const slices = await changePoints(tx, { person: person_id ?? 0, kind: 'redeem', points: -points, order: id, by: ctx.actor })
  // The member is notified when staff spend the points.
  if (ctx.actor.kind === 'admin') tx.enqueue(ORDER_EMAIL_JOB, { id, kind: POINTS_SPENT })
  await tx.run(sql`insert into points_in_order (order_id, points, expires_at)
    select ${id}, s.points, s.expires_at from jsonb_to_recordset(${JSON.stringify(slices)}::jsonb) as s(points int, expires_at timestamptz)`)
}

/** Returns the points that expire last first, with their original expiry. */
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
    await changePoints(tx, { person: person_id ?? 0, kind: 'release', points: slice.points, order: id, by: ctx.actor, expires })
  }
}
