import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { finish, type Member, member, order, sound } from './support.ts'

/** Spent and earned points after a partial refund. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

/** An order of two units at 100.00 of which 4,000 points pay 40.00: 160.00 in money, on which 160 points are earned. */
async function finished(): Promise<{ may: Member; id: number; line: number }> {
  const may = await member(shop, 4_000)
  const { id } = await order(shop, may, await shop.stock(9, '100.00'), 2, { points: { use: 4_000 } })
  await finish(shop, id)
  expect(await may.points()).toBe(160)
  return { may, id, line: (await shop.order(id)).lines[0].id }
}

const refund = async (id: number, line: { order_line_id: number; quantity: number; amount?: string }): Promise<void> => {
  const body = { lines: [{ cancel: 0, ...line }], shipping: '0.00', method: 'cash', reason: 'Broken' }
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, body))
  await shop.it.jobs()
}

test('a refund less a restocking fee returns points in proportion to the money', async () => {
  const { may, id, line } = await finished()
  // 72.00 of 160.00: 1,800 of 4,000 points come back, and 88 of 160 stay earned.
  await refund(id, { order_line_id: line, quantity: 1, amount: '72.00' })
  expect(await may.points()).toBe(1_800 + 88)
  await refund(id, { order_line_id: line, quantity: 1 })
  expect(await may.points()).toBe(4_000)
})

test('a refund without returned units returns points in its proportion', async () => {
  const { may, id, line } = await finished()
  await refund(id, { order_line_id: line, quantity: 0, amount: '16.00' })
  expect(await may.points()).toBe(400 + 144)
  await refund(id, { order_line_id: line, quantity: 0, amount: '80.00' })
  expect(await may.points()).toBe(2_400 + 64)
})

test('a canceled order with a partial refund keeps the same share of the points', async () => {
  const may = await member(shop, 4_000)
  const { id } = await order(shop, may, await shop.stock(9, '100.00'), 2, { points: { use: 4_000 } })
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  const line = (await shop.order(id)).lines[0].id
  fine(
    await shop.owner.post(`/api/admin/order/${id}/refund`, {
      lines: [{ order_line_id: line, quantity: 2, amount: '40.00', cancel: 2 }],
      shipping: '0.00',
      method: 'cash',
      reason: 'Canceled too late',
    }),
  )
  await shop.it.jobs()
  expect(await may.points()).toBe(1_000)
})

test('over any partial refunds, returned points never exceed the share of the money, and the last cent returns the rest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 }), async (cents) => {
      const { may, id, line } = await finished()
      let awarded = 0
      for (const amount of cents) {
        if (awarded + amount >= 16_000) break
        awarded += amount
        await refund(id, { order_line_id: line, quantity: 0, amount: (amount / 100).toFixed(2) })
        const spent = Math.floor((4_000 * awarded) / 16_000)
        const earned = Math.floor((16_000 - awarded) / 100)
        const points = await may.points()
        expect(points).toBeLessThanOrEqual(spent + earned)
        expect(points).toBeGreaterThanOrEqual(spent + earned - 1)
      }
      await refund(id, { order_line_id: line, quantity: 2, amount: ((16_000 - awarded) / 100).toFixed(2) })
      expect(await may.points()).toBe(4_000)
    }),
    { numRuns: 8, seed: 20_261_128 },
  )
}, 120_000)
