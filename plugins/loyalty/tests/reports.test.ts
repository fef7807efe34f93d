import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { finish, member, order } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty', 'reports'])
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'points', { earn_rate: '1', point_value: '0.05' }, 'en-US')
  const gold = fine(await shop.owner.post('/api/admin/membership', { title: { 'en-US': 'Gold' }, level: 1, threshold: '100000' })).body.id
  const cup = await shop.stock(50, '100.00')
  const [may, kim] = [await member(shop, 300), await member(shop, 40)]
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: gold, locked_until: null, reason: 'Friend' }))
  const paid = await order(shop, may, cup, 2, { points: { use: 100 } })
  await finish(shop, paid.id)
  fine(await shop.owner.post(`/api/admin/customer/${kim.id}/points`, { points: -15, reason: 'Mistake' }))
})
afterAll(() => shop.it.close())

test('granted, used and adjusted points and their value equal the ledger', async () => {
  const report = await readReport(shop.owner, 'points?period=today&by=kind')
  const ledger = await shop.it.kernel.db.one<{ change: string; earned: string; used: string; adjusted: string }>(sql`
    select sum(points)::text as change, coalesce(sum(points) filter (where kind in ('earn', 'bonus')), 0)::text as earned,
      coalesce(-sum(points) filter (where kind in ('redeem', 'release')), 0)::text as used,
      coalesce(sum(points) filter (where kind = 'adjust'), 0)::text as adjusted from points_entry`)
  expect(['change', 'granted', 'used', 'adjusted'].map(report.total)).toEqual([
    ledger?.change,
    ledger?.earned,
    ledger?.used,
    ledger?.adjusted,
  ])
  expect(Number(ledger?.used)).toBeGreaterThan(0)
  expect(report.total('value')).toBe((Number(ledger?.change) * 0.05).toFixed(2))
  await expectRowsToAddUp(shop.owner, 'points', 'period=today')
})

test('points count on the business day, also at the end of a month', async () => {
  const { db } = shop.it.kernel
  const person = (await db.one<{ id: number }>(sql`select max(person_id) as id from points_entry`))?.id ?? 0
  await db.run(
    sql`insert into points_entry (person_id, kind, points, balance_after, created_at) values (${person}, 'bonus', 7, 7, '2026-03-31T16:30:00Z')`,
  )
  expect((await readReport(shop.owner, 'points?from=2026-03-01&to=2026-03-31')).total('granted')).toBe('0')
  expect((await readReport(shop.owner, 'points?from=2026-04-01&to=2026-04-30')).group(['2026-04'], 'granted')).toBe('7')
})

test('the liability is the value of the points that people hold, by tier', async () => {
  const report = await readReport(shop.owner, 'points_liability?by=tier')
  const accounts = await shop.it.kernel.db.one<{ balance: string }>(sql`select sum(balance)::text as balance from points_account`)
  expect(report.total('points')).toBe(accounts?.balance)
  expect(report.total('value')).toBe((Number(accounts?.balance) * 0.05).toFixed(2))
  expect(report.labels.flat().sort()).toEqual(['Gold', 'None'])
  expect(report.group(['None'], 'points')).toBe('25')
  await expectRowsToAddUp(shop.owner, 'points_liability', '')
})

test('the customer report is grouped by tier for those who may see tiers', async () => {
  const report = await readReport(shop.owner, 'customer?period=today&by=tier')
  expect(report.labels).toEqual([['Gold']])
  const clerk = await shop.it.staff(['get customer report'])
  expect((await readReport(clerk, 'customer?period=today')).dimensions).not.toContain('tier')
})

test('the reports of points need the permission to see points', async () => {
  const clerk = await shop.it.staff(['get membership'])
  for (const name of ['points', 'points_liability']) expect((await clerk.get(`/api/admin/report/${name}`)).status).toBe(403)
})
