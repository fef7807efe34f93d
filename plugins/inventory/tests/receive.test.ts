import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { checks } from '../checks.ts'
import { averageCost } from '../domain/average-cost.ts'
import { INVENTORY } from '../index.ts'
import type { DeliveredUnits } from '../services/stock/receive-stock.ts'

let it: TestApp
let owner: Client
let warehouse: number
beforeAll(async () => {
  it = await testApp(['inventory'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
})
afterAll(() => it.close())

let documents = 0
const receive = (...delivered: Partial<DeliveredUnits>[]) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(INVENTORY).receive(
      tx,
      it.ctx,
      { type: 'goods_receipt', id: ++documents },
      delivered.map((d, i) => ({
        stock_id: 0,
        warehouse_id: warehouse,
        quantity: 1,
        expiry_date: null,
        lot_code: null,
        unit_cost: 1_000,
        path: `lines.${i}`,
        ...d,
      })),
    ),
  )

async function findStock(sku: string, more: object = {}): Promise<number> {
  const { body } = await owner.post('/api/admin/product', { name: sku, sku, url: sku, stocks: [{ price: '20', inventories: [] }], ...more })
  return body.stocks[0].id
}

const readLines = (stock: number) =>
  it.kernel.db.rows<{ id: number; quantity: number; expiry_date: string | null; lot_code: string | null }>(
    sql`select id, quantity, expiry_date, lot_code from inventory where stock_id = ${stock} order by id`,
  )
const readCost = async (stock: number) =>
  (await it.kernel.db.one<{ cost: number }>(sql`select cost_minor as cost from stock where id = ${stock}`))?.cost

describe('average cost', () => {
  test('is weighted by the units on hand, rounded half up', () => {
    expect(averageCost({ quantity: 0, cost: null }, 5, 1_000)).toBe(1_000)
    expect(averageCost({ quantity: 10, cost: 1_000 }, 10, 1_501)).toBe(1_251)
    expect(averageCost({ quantity: 0, cost: 900 }, 3, 1_200)).toBe(1_200)
  })
  test('is restored when a delivery is reversed, and stays when no units are left', () => {
    expect(averageCost({ quantity: 20, cost: 1_250 }, -10, 1_500)).toBe(1_000)
    expect(averageCost({ quantity: 10, cost: 1_250 }, -10, 1_500)).toBe(1_250)
    expect(averageCost({ quantity: 3, cost: 100 }, -2, 1_500)).toBe(100)
  })
})

test('received units go to the line of their warehouse, expiry and lot, and the ledger names the receipt', async () => {
  const stock = await findStock('tea')
  const first = await receive(
    { stock_id: stock, quantity: 4, lot_code: 'A', expiry_date: '2027-05-01' },
    { stock_id: stock, quantity: 6, lot_code: 'B', expiry_date: '2027-05-01', unit_cost: 1_500 },
  )
  const second = await receive({ stock_id: stock, quantity: 3, lot_code: 'A', expiry_date: '2027-05-01', unit_cost: 1_300 })
  expect(second[0]).toBe(first[0])
  expect((await readLines(stock)).map((l) => [l.lot_code, l.quantity])).toEqual([
    ['A', 7],
    ['B', 6],
  ])
  // (4 × 10.00 + 6 × 15.00) / 10 = 13.00, then (10 × 13.00 + 3 × 13.00) / 13 = 13.00
  expect(await readCost(stock)).toBe(1_300)
  const moved = await it.kernel.db.rows<{ quantity: number; document_type: string }>(
    sql`select quantity, document_type from inventory_movement where stock_id = ${stock} and type = 'receive' order by id`,
  )
  expect(moved.map((m) => m.quantity)).toEqual([4, 6, 3])
  expect(moved[0]?.document_type).toBe('goods_receipt')
  expect(await checks['quantity equals the sum of movements'](it.kernel)).toEqual([])
})

test('units that expire are refused without a date, at their line', async () => {
  const dated = await findStock('milk', { has_expiry_date: true })
  const plain = await findStock('cup')
  await expect(receive({ stock_id: plain }, { stock_id: dated })).rejects.toMatchObject({
    messages: { 'lines.1.expiry_date': [expect.anything()] },
  })
  expect(await readLines(plain)).toEqual([])
})

test('a correction removes units, but none reserved for an order', async () => {
  const stock = await findStock('pot')
  await receive({ stock_id: stock, quantity: 5 })
  await it.kernel.transaction((tx) =>
    it.kernel.get(INVENTORY).reserve(tx, { type: 'order', id: 1 }, [{ stock_id: stock, quantity: 3, line_id: null }]),
  )
  await expect(receive({ stock_id: stock, quantity: -3 })).rejects.toMatchObject({ messages: { 'lines.0.quantity': [expect.anything()] } })
  await receive({ stock_id: stock, quantity: -2 })
  expect((await readLines(stock))[0]?.quantity).toBe(3)
})

test('concurrent deliveries are all recorded, and their cost is averaged over all', async () => {
  const stock = await findStock('leaf')
  await Promise.all(Array.from({ length: 12 }, (_, i) => receive({ stock_id: stock, quantity: 10, unit_cost: 1_000 + 100 * (i % 2) })))
  expect(await readLines(stock)).toMatchObject([{ quantity: 120 }])
  // Averages are rounded after each receipt, so the order of receipts can change the last cent.
  expect(Math.abs(((await readCost(stock)) ?? 0) - 1_050)).toBeLessThanOrEqual(3)
  expect(await checks['quantity equals the sum of movements'](it.kernel)).toEqual([])
})
