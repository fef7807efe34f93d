import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { tries } from '../../../tests/support/property.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { averageCost } from '../domain/average-cost.ts'

/** Manual inventory adjustments and the average cost. */
let shop: Shop
let other: number
beforeAll(async () => {
  shop = await openShop()
  other = fine(await shop.owner.post('/api/admin/warehouse', { code: 'back', name: 'Back room' })).body.id
})
afterAll(() => shop.it.close())

const post = (action: string, body: object) => shop.owner.post(`/api/admin/inventory/${action}`, body)
const findLineId = async (stock: number) =>
  (await shop.it.kernel.db.one<{ id: number }>(sql`select id from inventory where stock_id = ${stock} order by id limit 1`))?.id ?? 0
const there = async (line: number) =>
  (await shop.it.kernel.db.one<{ n: number; held: number }>(
    sql`select quantity as n, reserved as held from inventory where id = ${line}`,
  )) ?? {
    n: -1,
    held: -1,
  }
const booked = async (line: number) =>
  (
    await shop.it.kernel.db.rows<{ line: string }>(
      sql`select type || ' ' || quantity || ' ' || balance_after as line from inventory_movement where inventory_id = ${line} order by id`,
    )
  ).map((m) => m.line)
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]

test('units are added and removed in positive whole numbers, up to the quantity on hand', async () => {
  const line = await findLineId(await shop.stock(5))
  for (const action of ['plus', 'minus', 'discard'])
    for (const quantity of [0, -1])
      expect(fields(await post(action, { inventory_id: line, quantity })), `${action} ${quantity}`).toEqual([422, 'quantity'])
  expect(fields(await post('plus', { inventory_id: line, quantity: 1.5 }))).toEqual([422, 'quantity'])
  expect(fields(await post('minus', { inventory_id: line, quantity: 6 }))).toEqual([422, 'quantity'])
  expect((await post('minus', { inventory_id: 999_999, quantity: 1 })).status).toBe(404)
  expect(fine(await post('minus', { inventory_id: line, quantity: 5 })).body.quantity).toBe(0)
  expect(await booked(line)).toEqual(['plus 5 5', 'minus -5 0'])
})

test('setting the quantity records the difference, and nothing without one', async () => {
  const line = await findLineId(await shop.stock(5))
  fine(await post('update', { inventory_id: line, quantity: 5 }))
  expect(await booked(line)).toEqual(['plus 5 5'])
  expect(fine(await post('update', { inventory_id: line, quantity: 2 })).body.quantity).toBe(2)
  expect(fine(await post('update', { inventory_id: line, quantity: 9 })).body.quantity).toBe(9)
  expect(await booked(line)).toEqual(['plus 5 5', 'update -3 2', 'update 7 9'])
})

test('units reserved for an order cannot be removed, set lower, transferred or discarded', async () => {
  const stock = await shop.stock(5)
  const line = await findLineId(stock)
  const order = await shop.buy(stock, 3)
  expect(await there(line)).toEqual({ n: 5, held: 3 })
  expect(fields(await post('minus', { inventory_id: line, quantity: 3 }))).toEqual([422, 'quantity'])
  expect(fields(await post('update', { inventory_id: line, quantity: 2 }))).toEqual([422, 'quantity'])
  expect(fields(await post('discard', { inventory_id: line, quantity: 3 }))).toEqual([422, 'quantity'])
  expect((await post('transfer', { from: line, warehouse_id: other, quantity: 3 })).status).toBe(422)
  fine(await post('update', { inventory_id: line, quantity: 3 }))
  expect(await there(line)).toEqual({ n: 3, held: 3 })
  fine(await shop.owner.post(`/api/admin/order/${order.id}/cancel`, { reason: 'x' }))
  fine(await post('minus', { inventory_id: line, quantity: 3 }))
  expect(await there(line)).toEqual({ n: 0, held: 0 })
})

test('concurrent removals of the last units succeed only for units on hand, and the ledger adds up', async () => {
  const line = await findLineId(await shop.stock(7))
  const answers = await Promise.all(Array.from({ length: 12 }, () => post('minus', { inventory_id: line, quantity: 1 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await there(line)).toEqual({ n: 0, held: 0 })
  expect((await booked(line)).at(-1)).toBe('minus -1 0')
})

test('units are transferred between lines of one stock completely or not at all, and the total stays', async () => {
  const [stock, strange] = [await shop.stock(5), await shop.stock(5)]
  const [line, wrong] = [await findLineId(stock), await findLineId(strange)]
  const moved = fine(await post('transfer', { from: line, warehouse_id: other, quantity: 2 })).body
  expect([moved.from, moved.to, (await there(moved.to_id)).n]).toEqual([3, 2, 2])
  expect(await booked(moved.to_id)).toEqual(['transfer_in 2 2'])
  for (const [body, field] of [
    [{ from: line, to: line, quantity: 1 }, 'to'],
    [{ from: line, to: wrong, quantity: 1 }, 'to'],
    [{ from: line, warehouse_id: 999_999, quantity: 1 }, 'warehouse_id'],
    [{ from: line, to: moved.to_id, quantity: 0 }, 'quantity'],
    [{ from: line, to: moved.to_id, quantity: 4 }, 'quantity'],
  ] as const)
    expect(fields(await post('transfer', body)), JSON.stringify(body)).toEqual([422, field])
  expect((await post('transfer', { from: 999_999, to: line, quantity: 1 })).status).toBe(404)
  expect((await post('transfer', { from: line, to: 999_999, quantity: 1 })).status).toBe(404)
  expect([(await there(line)).n, (await there(moved.to_id)).n]).toEqual([3, 2])
  const back = fine(await post('transfer', { from: moved.to_id, to: line, quantity: 2 })).body
  expect([back.from, back.to]).toEqual([0, 5])
})

test('a closed warehouse sells nothing, and its units are available again when it opens', async () => {
  const stock = await shop.stock(1)
  const line = await findLineId(stock)
  fine(await post('transfer', { from: line, warehouse_id: other, quantity: 1 }))
  const may = async () => (await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).status
  expect(await may()).toBe(200)
  fine(await shop.owner.put(`/api/admin/warehouse/${other}`, { enabled: false }))
  expect(await may()).toBe(422)
  fine(await shop.owner.put(`/api/admin/warehouse/${other}`, { enabled: true }))
  expect(await may()).toBe(200)
})

test('the average cost is between the old and the new cost, exact to half a cent', () => {
  const cost = fc.integer({ min: 0, max: 1_000_000 })
  const units = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(units, cost, units, cost, (onHand, old, came, unit) => {
      const now = averageCost({ quantity: onHand, cost: old }, came, unit) ?? -1
      expect(now).toBeGreaterThanOrEqual(Math.min(old, unit))
      expect(now).toBeLessThanOrEqual(Math.max(old, unit))
      expect(Math.abs(now * (onHand + came) - (onHand * old + came * unit)) * 2).toBeLessThanOrEqual(onHand + came)
    }),
    tries(400),
  )
})

test('stock without units or a known cost takes the next cost; units taken back leave at their received cost', () => {
  expect(averageCost({ quantity: 0, cost: 900 }, 5, 400)).toBe(400)
  expect(averageCost({ quantity: -3, cost: 900 }, 5, 400)).toBe(400)
  expect(averageCost({ quantity: 8, cost: null }, 1, 400)).toBe(400)
  expect(averageCost({ quantity: 10, cost: 500 }, -5, 400)).toBe(600)
  expect(averageCost({ quantity: 10, cost: 500 }, -10, 400)).toBe(500)
  expect(averageCost({ quantity: 10, cost: null }, -5, 400)).toBe(null)
  // The adjustment would remove more value than there is.
  expect(averageCost({ quantity: 10, cost: 100 }, -5, 900)).toBe(100)
  expect(averageCost({ quantity: 1, cost: 1 }, 1, 2)).toBe(2)
})
