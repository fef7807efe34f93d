import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { expireTiers } from '../services/scheduled-jobs.ts'
import { createCart, finish, member, order } from './support.ts'

let shop: Shop
const tiers: Record<string, number> = {}
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  for (const [level, title, threshold, more] of [
    [1, 'Green', '100', { valid_months: 12 }],
    [2, 'Black', '300', { valid_months: 12, discount_percent: '10', earn_multiplier: '2', free_shipping_from: '150.00' }],
  ] as const)
    tiers[title] = fine(await shop.owner.post('/api/admin/membership', { level, title, threshold, ...more })).body.id
})
afterAll(() => shop.it.close())

test('a guest sees the tiers, and a customer what is missing for the next one', async () => {
  const guest = fine(await shop.it.guest.get('/api/membership_tier?language=en-US')).body
  expect(guest.tiers.map((tier: { title: string }) => tier.title)).toEqual(['Green', 'Black'])
  expect([guest.current, guest.next, guest.points]).toEqual([null, null, null])
  const [may, stock] = [await member(shop), await shop.stock(9, '110.00')]
  expect(fine(await may.client.get('/api/membership_tier')).body.next).toMatchObject({
    id: tiers['Green'],
    have: '0',
    need: '100',
    percent: 0,
  })
  await finish(shop, (await order(shop, may, stock)).id)
  const { current, next } = fine(await may.client.get('/api/membership_tier')).body
  expect([current.id, next]).toEqual([tiers['Green'], { id: tiers['Black'], have: '150', need: '300', percent: 50 }])
})

test('a tier gives a discount on each price, free shipping from its threshold, and more points', async () => {
  const [may, stock] = [await member(shop), await shop.stock(20, '100.00')]
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers['Black'], reason: 'Old friend' }))
  expect(await createCart(may, stock, 1)).toMatchObject({ subtotal: '100.00', discount: '10.00' })
  const { id, total } = await order(shop, may, stock, 1)
  // The cart now has two units: 200.00 less 10%, with free shipping.
  expect(total).toBe('180.00')
  await finish(shop, id)
  expect(await may.points()).toBe(360)
})

test('a tier is not lost before it expires, and not before the locked-until day', async () => {
  const may = await member(shop)
  const { db } = shop.it.kernel
  const getTierId = async () => fine(await may.client.get('/api/membership_tier')).body.current?.id ?? null
  fine(
    await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers['Black'], reason: 'x', locked_until: '2999-01-01' }),
  )
  await db.run(sql`update loyalty_member set expires_at = now() - interval '1 day' where person_id = ${may.person}`)
  await expireTiers(shop.it.ctx)
  expect(await getTierId()).toBe(tiers['Black'])
  await db.run(sql`update loyalty_member set locked_until = null where person_id = ${may.person}`)
  await expireTiers(shop.it.ctx)
  expect(await getTierId()).toBeNull()
})

test("a tier is locked until the end of the given day in the shop's time zone", async () => {
  const may = await member(shop)
  const { db } = shop.it.kernel
  const zoned = async (time_zone: string) => fine(await shop.owner.put('/api/admin/settings/basic', { time_zone }))
  const stays = async (days: number) => {
    fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers['Black'], reason: 'x' }))
    await db.run(
      sql`update loyalty_member set expires_at = now() - interval '1 day', locked_until = business_day() + ${days}::int where person_id = ${may.person}`,
    )
    await expireTiers(shop.it.ctx)
    return fine(await may.client.get('/api/membership_tier')).body.current !== null
  }
  // At any time, the date in one of these zones is ahead of the database's date and in the other behind it.
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    await zoned(zone)
    expect([await stays(-1), await stays(0)], zone).toEqual([false, true])
  }
  await zoned('Asia/Hong_Kong')
})

test('a tier with members cannot be deleted, and a disabled one cannot be assigned', async () => {
  const may = await member(shop)
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers['Green'], reason: 'x' }))
  expect((await shop.owner.delete(`/api/admin/membership/${tiers['Green']}`)).status).toBe(422)
  const off = fine(await shop.owner.post('/api/admin/membership', { level: 9, title: 'Off', enabled: false })).body.id
  const { status, body } = await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: off, reason: 'x' })
  expect([status, Object.keys(body.messages)]).toEqual([422, ['tier_id']])
})

test('permission to view customers includes neither viewing nor giving points', async () => {
  const may = await member(shop)
  const clerk = await shop.it.staff(['get customer'])
  expect((await clerk.get(`/api/admin/customer/${may.id}/loyalty`)).status).toBe(403)
  expect((await clerk.post(`/api/admin/customer/${may.id}/points`, { points: 5, reason: 'x' })).status).toBe(403)
  expect((await clerk.put(`/api/admin/customer/${may.id}/membership`, { tier_id: null, reason: 'x' })).status).toBe(403)
})

test("reaching a tier is in the person's timeline", async () => {
  const may = await member(shop)
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tiers['Green'], reason: 'x' }))
  const timeline = fine(await shop.owner.get(`/api/admin/person/${may.person}/timeline`)).body
  expect(JSON.stringify(timeline)).toContain('Reached tier “Green”')
})

test('a tier is removed by an explicit null, never by omitting it', async () => {
  const may = await member(shop)
  const tier_id = fine(await shop.owner.post('/api/admin/membership', { level: 77, title: 'Kept', threshold: '900000' })).body.id
  const put = (body: object) => shop.owner.put(`/api/admin/customer/${may.id}/membership`, { reason: 'x', ...body })
  fine(await put({ tier_id }))
  for (const body of [{}, { tier: tier_id }, { Tier_id: null }])
    expect((await put(body)).body.messages).toEqual({ tier_id: ['This field is required.'] })
  expect(fine(await put({ tier_id: null })).body.membership.current).toBeNull()
})
