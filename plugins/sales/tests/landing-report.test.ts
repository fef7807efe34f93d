import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** A landing page with three visitors, of whom one ordered and one wrote; and an order of somebody who did not come from it. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['content', 'reports'])
  const { db } = shop.it.kernel
  const page = fine(
    await shop.owner.post('/api/admin/landing_page', { name: 'Spring', url: 'spring', published_at: '2026-01-01T00:00:00Z' }),
  ).body.id
  const cup = await shop.stock(50, '100.00')
  const orders = [await shop.buy(cup, 3), await shop.buy(cup, 1), await shop.buy(cup, 2)]
  const [came, , unpaid] = orders.map(({ id }) => id)
  for (const { id } of orders.slice(0, 2)) fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
  for (const hash of ['a', 'b', 'c'])
    await db.run(sql`insert into landing_visit (landing_page_id, day, visitor_hash) values (${page}, business_day(), ${Buffer.from(hash)})`)
  for (const [kind, ref] of [
    ['order', came],
    ['order', unpaid],
    ['contact', 1],
  ] as const)
    await db.run(
      sql`insert into landing_transfer (landing_page_id, day, kind, ref) values (${page}, business_day(), ${kind}, ${String(ref)})`,
    )
  const [line] = (await shop.order(came ?? 0)).lines
  const lines = [{ order_line_id: line.id, quantity: 1 }]
  fine(await shop.owner.post(`/api/admin/order/${came}/refund`, { reason: 'x', method: 'cash', lines }))
})
afterAll(() => shop.it.close())

test('a landing page shows its visitors, its conversions, and the sales of the orders that came from it', async () => {
  const report = await readReport(shop.owner, 'landing?period=today')
  const values = ['visits', 'transfers', 'transfer_rate', 'orders', 'net', 'refund', 'per_visit']
  expect(values.map((measure) => report.group(['Spring'], measure))).toEqual(['3', '3', '1', '1', '300.00', '100.00', '100.00'])
  expect((await readReport(shop.owner, 'landing?period=today&by=kind')).group(['Contact message'], 'transfers')).toBe('1')
  await expectRowsToAddUp(shop.owner, 'landing', 'period=today')
})

test('amounts of sales need the permission to see sales', async () => {
  const clerk = await shop.it.staff(['get landing page'])
  expect((await readReport(clerk, 'landing?period=today')).measures).toEqual(['visits', 'transfers', 'transfer_rate'])
  expect((await (await shop.it.staff(['get page'])).get('/api/admin/report/landing')).status).toBe(403)
})
