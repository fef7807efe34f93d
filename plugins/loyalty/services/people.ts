import { type Ctx, sql, type Tx } from 'stoa'
import { type PersonalDataHandler, type DataSubject } from 'stoa/plugins/people'
import { changedSince } from 'stoa/plugins/sales'
import { lockPoints } from './account.ts'
import { settleEarned } from './earned-points.ts'

interface Merged {
  survivorId: number
  loserId: number
}

/** Merges the points of two persons. The higher tier stays. */
export async function followMerge(tx: Tx, { survivorId, loserId }: Merged): Promise<void> {
  if (
    !(await tx.one(sql`select 1 from points_account where person_id = ${loserId} union all
    select 1 from loyalty_member where person_id = ${loserId}`))
  )
    return
  for (const id of [survivorId, loserId].toSorted((a, b) => a - b)) await lockPoints(tx, id)
  // Where both have an entry for the same reason, such as a birthday, the key of one is renamed. A reason that only one has is not granted
  // again.
  await tx.run(sql`update points_entry set key = key || ' of ' || ${loserId}::bigint where person_id = ${loserId}
    and key in (select key from points_entry where person_id = ${survivorId})`)
  for (const table of [sql`points_entry`, sql`points_lot`, sql`points_of_order`, sql`redemption`, sql`loyalty_step`, sql`points_import`])
    await tx.run(sql`update ${table} set person_id = ${survivorId} where person_id = ${loserId}`)
  await tx.run(sql`update points_account a set balance = a.balance + l.balance from points_account l
    where a.person_id = ${survivorId} and l.person_id = ${loserId}`)
  await tx.run(sql`delete from points_account where person_id = ${loserId}`)
  // Recomputes the running balance of the merged ledger.
  await tx.run(sql`update points_entry e set balance_after = s.sum from (
    select id, sum(points) over (order by id) as sum from points_entry where person_id = ${survivorId}) s where s.id = e.id and s.sum <> e.balance_after`)
  await tx.run(sql`delete from loyalty_member x using loyalty_member y, membership mx, membership my
    where x.person_id = ${survivorId} and y.person_id = ${loserId} and mx.id = x.membership_id and my.id = y.membership_id and my.level > mx.level`)
  await tx.run(sql`update loyalty_member set person_id = ${survivorId} where person_id = ${loserId}
    and not exists (select 1 from loyalty_member where person_id = ${survivorId})`)
  await tx.run(sql`delete from loyalty_member where person_id = ${loserId}`)
  tx.invalidate('points_entry')
  tx.invalidate('customer')
}

const ofSubjectSql = ({ persons }: DataSubject) => sql`person_id = any(${[...persons]}::bigint[])`

/** Exports and erases points and tier. Earned and spent points stay in the totals of the shop, without the person. */
export const memberPersonalData: PersonalDataHandler = {
  tables: {
    loyalty_member: true,
    loyalty_step: true,
    membership: 'the tiers of the shop',
    points_account: true,
    points_lot: true,
    points_entry: true,
    points_import: true,
    points_of_order: 'numbers of points by order, which are exported with its orders',
    redemption: 'what an order gave for points, which are exported with its orders',
    points_in_order: 'numbers of points by order, which are exported with its orders',
  },
  needs: 'get points entry',
  exportData: async ({ kernel: { db } }, subject) => ({
    tier: await db.rows(
      sql`select m.title, x.since, x.expires_at from loyalty_member x join membership m on m.id = x.membership_id where ${ofSubjectSql(subject)}`,
    ),
    tiers: await db.rows(sql`select title, at from loyalty_step where ${ofSubjectSql(subject)} order by id`),
    points: await db.rows(
      sql`select kind, points, balance_after, remark, created_at from points_entry where ${ofSubjectSql(subject)} order by id`,
    ),
  }),
  async eraseData(tx, _ctx, subject) {
    await tx.run(sql`delete from loyalty_member where ${ofSubjectSql(subject)}`)
    await tx.run(sql`delete from loyalty_step where ${ofSubjectSql(subject)}`)
    await tx.run(sql`delete from points_import where ${ofSubjectSql(subject)}`)
    await tx.run(sql`delete from points_lot where ${ofSubjectSql(subject)}`)
    await tx.run(sql`delete from points_entry where ${ofSubjectSql(subject)}`)
    await tx.run(sql`delete from points_account where ${ofSubjectSql(subject)}`)
    tx.invalidate('points_entry')
    tx.invalidate('points_import')
  },
}

/** Settles the orders that were completed or refunded while this plugin was disabled. */
export async function catchUp(ctx: Ctx, since: Date): Promise<void> {
  for (const id of await changedSince(ctx.kernel.db, since)) await settleEarned(ctx, id)
}
