import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['loyalty', 'promotion'])
})
afterAll(() => shop.it.close())

let n = 0
/** Creates a member with points. */
async function member(points: number) {
  const customer = fine(
    await shop.owner.post('/api/admin/customer', {
      email: `till${++n}@shop.test`,
      first_name: 'May',
      last_name: 'Chan',
      password: 'a long password',
    }),
  ).body.id as number
  if (points > 0) fine(await shop.owner.post(`/api/admin/customer/${customer}/points`, { points, reason: 'Welcome' }))
  return {
    customer,
    points: async (): Promise<number> =>
      fine(await shop.owner.get(`/api/admin/customer/${customer}/loyalty`)).body.membership.points.balance,
  }
}
const quoted = async (body: object) => fine(await shop.owner.post(`/api/admin/store/${shop.store}/quote`, body)).body
const till = async () => fine(await shop.owner.get(`/api/admin/store/${shop.store}/till`)).body

test('a member gets the tier price and redeems points at the till, earns on the paid amount, and loses points on returns', async () => {
  const stock = await shop.stock(50, '100.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const tier = fine(await shop.owner.post('/api/admin/membership', { title: 'Gold', level: 3, discount_percent: '10' })).body.id
  const { customer, points } = await member(500)
  fine(await shop.owner.put(`/api/admin/customer/${customer}/membership`, { tier_id: tier, reason: 'a good customer' }))
  const before = await points()
  expect((await till()).points).toBe(true)
  const bare = { lines: [{ subject_id: stock, quantity: 2 }], customer_id: customer }
  const gold = await quoted(bare)
  expect(gold).toMatchObject({ subtotal: '200.00', total: '180.00', off: [{ label: 'Gold', amount: '20.00' }] })
  const paying = { points: 100 }
  const paid = await quoted({ ...bare, ...paying })
  expect(Number(paid.total)).toBeLessThan(180)
  const used = Number(paid.off.at(-1).code)
  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, paid.total, { customer_id: customer, ...paying }))).body
  expect(await shop.order(sold.order_id)).toMatchObject({ status: 'completed', total: paid.total })
  await shop.it.jobs()
  const after = await points()
  const earned = after - (before - used)
  expect(earned).toBeGreaterThan(0)
  // A member cannot spend more points than they have, and a sale without a member spends none.
  expect((await drawer.sell(drawer.ticket(stock, 2, paid.total, { customer_id: customer, points: 99_999 }))).status).toBe(422)
  expect((await shop.owner.post(`/api/admin/store/${shop.store}/quote`, { ...bare, points: -5 })).status).toBe(422)
  expect((await quoted({ ...bare, customer_id: null, ...paying })).total).toBe('200.00')

  const found = fine(await shop.owner.get(`/api/admin/store/${shop.store}/ticket?barcode=${sold.number}`)).body
  const { client_uuid, session_id, device, place } = drawer.ticket(stock, 1, '0.00')
  const lines = [{ order_line_id: found.lines[0].order_line_id, quantity: 2, resaleable: 2 }]
  const back = { client_uuid, session_id, device, place, lines, reason: 'too small' }
  expect(fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${found.id}/return`, back)).body.total).toBe(`-${paid.total}`)
  await shop.it.jobs()
  expect(await points()).toBe(before)
})

test('concurrent sales at two tills cannot spend more points than the balance', async () => {
  const stock = await shop.stock(50, '100.00')
  const drawers = [await shop.open(shop.owner, await shop.another()), await shop.open(shop.owner, await shop.another())]
  const { customer, points } = await member(100)
  const choices = { points: { use: 100 } }
  const { total } = await quoted({ lines: [{ subject_id: stock, quantity: 1 }], customer_id: customer, choices })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const drawer = drawers[i % 2] as (typeof drawers)[number]
      return drawer.sell(drawer.ticket(stock, 1, total, { customer_id: customer, choices }))
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  await shop.it.jobs()
  expect(await points()).toBeGreaterThanOrEqual(0)
  const left = await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`)
  expect(left?.n).toBe(49)
})

test('points chosen on an offline ticket do not change its quoted price, and the balance is never negative', async () => {
  const stock = await shop.stock(50, '100.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const { customer, points } = await member(0)
  const lines = [{ subject_id: stock, quantity: 1, told: '100.00' }]
  const late = drawer.ticket(stock, 1, '100.00', { customer_id: customer, lines, choices: { points: { use: 50 } }, offline: true })
  const sold = fine(await drawer.sell(late)).body
  expect(sold).toMatchObject({ total: '100.00', trouble: ['price'] })
  await shop.it.jobs()
  expect(await points()).toBeGreaterThanOrEqual(0)
})

test('a till sale earns no points for excluded categories', async () => {
  const tea = fine(await shop.owner.post('/api/admin/category', { title: 'tea', url: 'tea' })).body.id
  const [cup, pouch] = [await shop.stock(9, '100.00'), await shop.stock(9, '100.00', { categories: [tea] })]
  const leaveOut = (earn_not_for: number[]) => shop.owner.put('/api/admin/settings/points', { earn_not_for })
  fine(await leaveOut([tea]))
  const { customer, points } = await member(0)
  const drawer = await shop.open(shop.owner, await shop.another())
  const lines = [
    { subject_id: cup, quantity: 1 },
    { subject_id: pouch, quantity: 2 },
  ]
  fine(await drawer.sell(drawer.ticket(cup, 1, '300.00', { customer_id: customer, lines })))
  await shop.it.jobs()
  expect(await points()).toBe(100)
  fine(await leaveOut([]))
})

test('a member is emailed once about points redeemed at the till, and the entry names the cashier', async () => {
  const stock = await shop.stock(50, '100.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const { customer } = await member(500)
  const bare = { lines: [{ subject_id: stock, quantity: 1 }], customer_id: customer, points: 100 }
  const { total } = await quoted(bare)
  const ticket = drawer.ticket(stock, 1, total, { customer_id: customer, points: 100 })
  const sold = fine(await drawer.sell(ticket)).body
  expect(fine(await drawer.sell(ticket)).body.order_id).toBe(sold.order_id)
  await shop.it.jobs()
  const mails = (await shop.owner.get('/api/admin/mail?limit=100')).body.data
  expect(mails.filter((m: any) => m.subject === `Your points were used for order ${sold.order_number}`)).toMatchObject([
    { recipient: `till${n}@shop.test` },
  ])
  const entry = await shop.it.kernel.db.one<{ actor_name: string }>(
    sql`select actor_name from points_entry where order_id = ${sold.order_id} and kind = 'redeem'`,
  )
  const cashier = await shop.it.kernel.db.one<{ name: string }>(
    sql`select a.name from pos_ticket t join account a on a.id = t.cashier_id where t.order_id = ${sold.order_id}`,
  )
  expect(entry?.actor_name).toBe(cashier?.name)
  expect(cashier?.name).toBeTruthy()
})
