import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { expireTiers } from '../services/scheduled-jobs.ts'
import { createCart, finish, type Member, member, order, sound, checkoutInput } from './support.ts'

/** Membership tiers: manual assignment, assignment by purchases, validity, and benefits. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(async () => {
  await run(sql`update membership set enabled = false`)
  await sound(shop)
})
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
const rows = (query: ReturnType<typeof sql>) => shop.it.kernel.db.rows<Record<string, unknown>>(query)
let level = 0
const tier = async (more: object = {}): Promise<number> =>
  fine(
    await shop.owner.post('/api/admin/membership', { level: ++level, title: { 'en-US': `Tier ${level}` }, threshold: '900000', ...more }),
  ).body.id
const put = ({ id }: Member, body: object) => shop.owner.put(`/api/admin/customer/${id}/membership`, { reason: 'x', ...body })
const row = async ({ person }: Member) =>
  (
    await rows(sql`select membership_id as tier, source, locked_until is not null as locked, since < now() - interval '1 hour' as old,
      round(extract(epoch from expires_at - now()) / 86400)::int as days from loyalty_member where person_id = ${person}`)
  )[0]
const steps = async ({ person }: Member) =>
  (await rows(sql`select membership_id as tier, by_staff from loyalty_step where person_id = ${person} order by id`)).map((s) => [
    s['tier'],
    s['by_staff'],
  ])
const aged = ({ person }: Member) =>
  run(sql`update loyalty_member set since = now() - interval '1 day', expires_at = now() - interval '1 second' where person_id = ${person}`)

test('staff assign a tier and remove it, with a reason that is in the audit log', async () => {
  const [may, tierId] = [await member(shop), await tier()]
  for (const reason of ['', '  ']) expect(Object.keys((await put(may, { tier_id: tierId, reason })).body.messages)).toEqual(['reason'])
  expect(await row(may)).toBeUndefined()
  fine(await put(may, { tier_id: tierId, reason: ' Friend ' }))
  expect(await row(may)).toMatchObject({ tier: tierId, source: 'manual', locked: false, days: null })
  fine(await put(may, { tier_id: null, reason: 'Over' }))
  expect(await row(may)).toBeUndefined()
  const audit = await rows(
    sql`select changes from audit_log where resource = 'customer' and row_id = ${may.id} and verb = 'membership' order by id`,
  )
  expect(audit.map(({ changes }) => changes)).toEqual([
    [
      { field: 'membership', old: null, new: tierId },
      { field: 'reason', old: null, new: 'Friend' },
    ],
    [
      { field: 'membership', old: tierId, new: null },
      { field: 'reason', old: null, new: 'Over' },
    ],
  ])
})

test('assigning the same tier again restarts only its period; another tier is a recorded change', async () => {
  const [may, tierId, other] = [await member(shop), await tier({ valid_months: 12 }), await tier()]
  fine(await put(may, { tier_id: tierId }))
  await aged(may)
  fine(await put(may, { tier_id: tierId, locked_until: '2090-01-01' }))
  const again = await row(may)
  expect(again).toMatchObject({ tier: tierId, old: true, locked: true })
  expect([365, 366]).toContain(again?.['days'])
  fine(await put(may, { tier_id: other }))
  expect(await row(may)).toMatchObject({ tier: other, old: false, locked: false, days: null })
  expect(await steps(may)).toEqual([
    [tierId, true],
    [other, true],
  ])
})

test('at expiry a tier is renewed when reached again, replaced by a lower one reached, or removed', async () => {
  const [low, high] = [await tier({ threshold: '100', valid_months: 6 }), await tier({ threshold: '400', valid_months: 6 })]
  const [may, ken, lee, stock] = [await member(shop), await member(shop), await member(shop), await shop.stock(30, '100.00')]
  await finish(shop, (await order(shop, may, stock, 4)).id)
  await finish(shop, (await order(shop, ken, stock, 1)).id)
  for (const buyer of [ken, lee]) fine(await put(buyer, { tier_id: high }))
  for (const buyer of [may, ken, lee]) await aged(buyer)
  await expireTiers(shop.it.ctx)
  expect(await row(may)).toMatchObject({ tier: high, source: 'auto', old: true })
  expect((await row(may))?.['days']).toBeGreaterThan(180)
  expect(await row(ken)).toMatchObject({ tier: low, source: 'auto', old: false })
  expect(await row(lee)).toBeUndefined()
  expect([(await steps(may)).at(-1), (await steps(ken)).at(-1), await steps(lee)]).toEqual([[high, false], [low, false], [[high, true]]])
})

test('a manual tier below the one reached lasts until the next purchase', async () => {
  const [low, high] = [await tier(), await tier({ threshold: '100' })]
  const [may, stock] = [await member(shop), await shop.stock(30, '100.00')]
  await finish(shop, (await order(shop, may, stock, 1)).id)
  fine(await put(may, { tier_id: low }))
  expect((await row(may))?.['tier']).toBe(low)
  await finish(shop, (await order(shop, may, stock, 1)).id)
  expect(await row(may)).toMatchObject({ tier: high, source: 'auto' })
})

test('points given by hand with one key are given once, also concurrently, and expire as usual', async () => {
  const may = await member(shop)
  const give = (body: object) =>
    shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: 30, reason: ' Sorry ', key: 'k', ...body })
  const answers = await Promise.all(Array.from({ length: 8 }, () => give({})))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await may.points()).toBe(30)
  expect((await give({ points: -30 })).body.code).toBe('KEY_REUSED')
  fine(await give({ points: -30, key: 'other' }))
  expect(
    await rows(sql`select points, remark, actor_name <> '' as named from points_entry where person_id = ${may.person} order by id`),
  ).toEqual([
    { points: 30, remark: 'Sorry', named: true },
    { points: -30, remark: 'Sorry', named: true },
  ])
  expect(await rows(sql`select expires_at > now() + interval '11 months' as year from points_lot where person_id = ${may.person}`)).toEqual(
    [{ year: true }],
  )
  expect((await give({ points: -1, key: 'less' })).status).toBe(422)
})

test("the customer list shows tier and points in the reader's language", async () => {
  const may = await member(shop, 70)
  const { email } = fine(await shop.owner.get(`/api/admin/customer/${may.id}`)).body
  fine(await put(may, { tier_id: await tier({ title: { 'en-US': 'Gold', 'zh-HK': '金' } }) }))
  for (const [language, title] of [
    ['en-US', 'Gold'],
    ['zh-HK', '金'],
    ['zh-CN', 'Gold'],
  ]) {
    const { data } = fine(await shop.owner.get(`/api/admin/customer?q=${email}&language=${language}`)).body
    expect(data[0], language).toMatchObject({ tier: title, points: 70 })
  }
})

test.each([
  ['100.00', '90.00', '90.00'],
  ['100.00', '90.01', '130.00'],
  ['100.10', '90.09', '90.09'],
])('at a price of %s with ten percent off and free shipping from %s, the total is %s', async (price, from, total) => {
  const [may, stock] = [await member(shop), await shop.stock(9, price)]
  fine(await put(may, { tier_id: await tier({ discount_percent: '10', free_shipping_from: from }) }))
  const cart = await createCart(may, stock, 1)
  const placedOrder = fine(await may.client.post('/api/checkout', { cart_id: cart.cart_id, ...checkoutInput })).body
  expect(placedOrder.order.total).toBe(total)
})

test('a tier discount is rounded down to whole cents, line by line', async () => {
  const may = await member(shop)
  fine(await put(may, { tier_id: await tier({ discount_percent: '12.5' }) }))
  const [firstStock, other] = [await shop.stock(9, '0.99'), await shop.stock(9, '0.07')]
  await createCart(may, firstStock, 1)
  // 12.375 and 0.875 cents.
  expect(await createCart(may, other, 1)).toMatchObject({ subtotal: '1.06', discount: '0.12', total: '0.94' })
})

test('in another currency the free shipping threshold is converted', async () => {
  const [may, stock] = [await member(shop), await shop.stock(30, '100.00')]
  fine(await put(may, { tier_id: await tier({ free_shipping_from: '200.00' }) }))
  const at = async (quantity: number) => {
    const { cart_id } = await createCart(may, stock, quantity)
    return fine(await may.client.post('/api/checkout/preview', { cart_id, ...checkoutInput, currency: 'USD' })).body.total
  }
  expect(await at(1)).toBe('17.92')
  expect(await at(1)).toBe('25.60')
})
