import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { expirePoints, giveBirthdays, remindOfExpiry } from '../services/scheduled-jobs.ts'
import { settleEarned } from '../services/earned-points.ts'
import { followMerge } from '../services/people.ts'
import { createCart, finish, member, order, sound, checkoutInput } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const set = (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'points', values, 'en-US')

test('a completed order earns points on the amount paid for its products, once', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '99.90')]
  const { id, total } = await order(shop, may, stock, 2)
  expect([total, await may.points()]).toEqual(['239.80', 0])
  await finish(shop, id)
  expect(await may.points()).toBe(199)
  await settleEarned(shop.it.ctx, id)
  await settleEarned(shop.it.ctx, id)
  expect(await may.points()).toBe(199)
  const book = fine(await may.client.get('/api/points')).body.data
  expect(book.map((e: { kind: string; points: number }) => [e.kind, e.points])).toEqual([['earn', 199]])
  expect(book[0].order_number).toBeTruthy()
})

test('a refund removes its points, even spent ones, and later points make up for the debt', async () => {
  const [may, stock] = [await member(shop), await shop.stock(20, '100.00')]
  const first = await order(shop, may, stock, 4)
  await finish(shop, first.id)
  expect(await may.points()).toBe(400)
  await order(shop, may, stock, 1, { points: { use: 390 } })
  expect(await may.points()).toBe(10)
  const [line] = (await shop.order(first.id)).lines
  const refund = (quantity: number) =>
    shop.owner.post(`/api/admin/order/${first.id}/refund`, {
      lines: [{ order_line_id: line.id, quantity, cancel: 0 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'Broken',
    })
  fine(await refund(1))
  await shop.it.jobs()
  // A later change of the earn rate does not change points already earned.
  await set({ earn_rate: '5' })
  await settleEarned(shop.it.ctx, first.id)
  await set({ earn_rate: '1' })
  expect(await may.points()).toBe(-90)
  const { points } = fine(await may.client.get('/api/membership_tier')).body
  expect(points).toMatchObject({ balance: -90, spendable: -90, worth: '0.00' })
  const cart = await may.client.put('/api/cart/choice', {
    cart_id: (await createCart(may, stock)).cart_id,
    choices: { points: { use: 1 } },
  })
  expect([cart.status, Object.keys(cart.body.messages)]).toEqual([422, ['choices.points.use']])
  fine(await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: 100, reason: 'Sorry' }))
  expect(await may.points()).toBe(10)
})

test('points pay part of an order, which earns nothing on that part, and are returned when it is canceled', async () => {
  const [may, stock] = [await member(shop, 2_000), await shop.stock(9, '100.00')]
  const cart = await createCart(may, stock, 1, { points: { use: 1_500 } })
  expect(cart).toMatchObject({ discount: '15.00', total: '85.00' })
  expect(cart.adjustments).toEqual([expect.objectContaining({ label: 'Paid with 1500 points', amount: '15.00' })])
  const { id } = await order(shop, may, stock, 0, { points: { use: 1_500 } })
  expect(await may.points()).toBe(500)
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'Changed their mind' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(2_000)
  const again = await order(shop, may, stock, 1, { points: { use: 2_000 } })
  await finish(shop, again.id)
  expect(await may.points()).toBe(80)
})

test('no more points are spent than needed, and no more than the shop allows', async () => {
  const [may, stock] = [await member(shop, 50_000), await shop.stock(9, '100.00')]
  await set({ most_percent: 50 })
  const cart = await createCart(may, stock, 1, { points: { use: 50_000 } })
  expect(cart.discount).toBe('50.00')
  fine(await may.client.post('/api/checkout', { cart_id: cart.cart_id, ...checkoutInput }))
  expect(await may.points()).toBe(45_000)
  await set({ most_percent: 100 })
})

test('an order in another currency converts points by its rate', async () => {
  const [may, stock] = [await member(shop, 1_000), await shop.stock(9, '80.00')]
  const { cart_id } = await createCart(may, stock, 1, { points: { use: 800 } })
  // 8.00 of the base currency at 0.128.
  const preview = fine(await may.client.post('/api/checkout/preview', { cart_id, ...checkoutInput, currency: 'USD' })).body
  expect([preview.currency, preview.discount]).toEqual(['USD', '1.02'])
  fine(await may.client.post('/api/checkout', { cart_id, ...checkoutInput, currency: 'USD' }))
  expect(await may.points()).toBe(203)
})

test('concurrent checkouts never spend the same points', async () => {
  const [may, stock] = [await member(shop, 1_000), await shop.stock(200, '100.00')]
  const carts: string[] = []
  for (let i = 0; i < 12; i++) {
    const cart = await createCart(may, stock, 1, { points: { use: 300 } })
    carts.push(cart.cart_id)
    // An account has one open cart, so each cart is turned into a guest cart.
    await db().run(sql`update cart set customer_id = null where public_id = ${cart.cart_id}`)
  }
  const answers = await Promise.all(carts.map((cart_id) => may.client.post('/api/checkout', { cart_id, ...checkoutInput })))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const accepted = answers.filter(({ status }) => status === 201)
  expect(await may.points()).toBe(1_000 - 300 * accepted.length)
  expect(accepted.length).toBeLessThanOrEqual(3)
})

test('fifty concurrent changes of one account spend only the available points', async () => {
  const may = await member(shop, 100)
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, i) => shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: -7, reason: `Try ${i}` })),
  )
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(14)
  expect(tries.filter(({ status }) => status === 422)).toHaveLength(36)
  expect(await may.points()).toBe(2)
})

test('the same change sent twice is made once, and invalid ones are refused by field', async () => {
  const may = await member(shop)
  const give = (body: object) => shop.owner.post(`/api/admin/customer/${may.id}/points`, body)
  for (const _ of [1, 2]) fine(await give({ points: 30, reason: 'Fair', key: 'fair-1' }))
  const other = await give({ points: 300, reason: 'Fair', key: 'fair-1' })
  expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED'])
  expect(await may.points()).toBe(30)
  for (const [body, field] of [
    [{ points: 0, reason: 'x' }, 'points'],
    [{ points: 5, reason: ' ' }, 'reason'],
    [{ points: 'many', reason: 'x' }, 'points'],
    [{ points: -31, reason: 'x' }, 'points'],
  ] as const) {
    const { status, body: responseBody } = await give(body)
    expect([status, Object.keys(responseBody.messages)], JSON.stringify(body)).toEqual([422, [field]])
  }
})

test('points expire in time, those expiring first are spent first, and the owner is reminded once per configured day', async () => {
  const [may, stock] = [await member(shop, 100), await shop.stock(9, '100.00')]
  await db().run(sql`update points_lot set expires_at = now() + interval '7 days' where person_id = ${may.person}`)
  fine(await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: 50, reason: 'Later' }))
  const mails = async () =>
    (await db().one<{ n: number }>(sql`select count(*)::int as n from mail where subject like '100 points expire on%'`))?.n ?? 0
  const before = await mails()
  await remindOfExpiry(shop.it.ctx)
  await remindOfExpiry(shop.it.ctx)
  expect((await mails()) - before).toBe(1)
  const { id } = await order(shop, may, stock, 1, { points: { use: 60 } })
  await db().run(
    sql`update points_lot set expires_at = now() - interval '1 hour' where person_id = ${may.person} and expires_at < now() + interval '30 days'`,
  )
  await expirePoints(shop.it.ctx)
  await expirePoints(shop.it.ctx)
  expect(await may.points()).toBe(50)
  // Spent points are returned although they have expired, with a grace period.
  await db().run(sql`update points_in_order set expires_at = now() - interval '1 day' where order_id = ${id}`)
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'No' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(110)
  const lot = await db().one<{ days: number }>(sql`select extract(day from min(expires_at) - now())::int as days from points_lot
    where person_id = ${may.person} and remaining = 60`)
  expect(lot?.days).toBeGreaterThanOrEqual(29)
})

test('a birthday gives the points of the tier once a year', async () => {
  const tier = fine(
    await shop.owner.post('/api/admin/membership', { level: 90, title: 'Friends', threshold: '900000', birthday_points: 25 }),
  ).body
  const today = await db().one<{ day: string }>(sql`select '1988' || to_char(now() at time zone 'Asia/Hong_Kong', '-MM-DD') as day`)
  const may = await member(shop, 0, { birthday: today?.day })
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: tier.id, reason: 'Friend' }))
  await giveBirthdays(shop.it.ctx)
  await giveBirthdays(shop.it.ctx)
  expect(await may.points()).toBe(25)
})

test('merging two records of one person adds their points and keeps the higher tier', async () => {
  const [may, ken] = [await member(shop, 100), await member(shop, 40)]
  const [low, high] = await Promise.all(
    [71, 72].map(
      async (level) =>
        fine(await shop.owner.post('/api/admin/membership', { level, title: `T${level}`, threshold: '900000' })).body.id as number,
    ),
  )
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id: low, reason: 'x' }))
  fine(await shop.owner.put(`/api/admin/customer/${ken.id}/membership`, { tier_id: high, reason: 'x' }))
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: may.person, loserId: ken.person }))
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: may.person, loserId: ken.person }))
  const card = fine(await shop.owner.get(`/api/admin/customer/${may.id}/loyalty`)).body
  expect([card.membership.points.balance, card.membership.current.id]).toEqual([140, high])
})
