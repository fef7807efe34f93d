import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { INVENTORY } from '../index.ts'
import { sendDigest, checkAllStocks, checkRecentChanges } from '../services/alerts.ts'

let it: TestApp
let owner: Client
let main: number
let shop: number
beforeAll(async () => {
  it = await testApp(['inventory'])
  owner = await it.staff('owner')
  main = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  shop = (await owner.post('/api/admin/warehouse', { code: 'shop', name: 'Shop', priority: 5 })).body.id
})
afterAll(() => it.close())

interface Goods {
  sku: string
  stock: number
  line: number
}
let n = 0
async function goods(quantity: number, more: object = {}, line: object = {}): Promise<Goods> {
  const sku = `G${++n}`
  const made = await owner.post('/api/admin/product', {
    name: `Tea ${n}`,
    sku,
    url: sku.toLowerCase(),
    stocks: [{ sku: `${sku}-1`, barcode: `B${sku}`, price: '10', inventories: [{ warehouse_id: main, quantity, ...line }], ...more }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const [stock] = made.body.stocks
  return { sku: `${sku}-1`, stock: stock.id, line: stock.inventories[0].id }
}
const readQuantity = async (line: number) =>
  (await it.kernel.db.one<{ quantity: number }>(sql`select quantity from inventory where id = ${line}`))?.quantity
const hold = (g: Goods, quantity: number, id = 900 + n) =>
  it.kernel.transaction((tx) =>
    it.kernel.get(INVENTORY).reserve(tx, { type: 'order', id }, [{ stock_id: g.stock, quantity, line_id: null }]),
  )

let tea: Goods
beforeEach(async () => {
  tea = await goods(10)
})

test('adding, removing, setting and transferring inventory is recorded line by line in the history', async () => {
  await owner.post('/api/admin/inventory/plus', { inventory_id: tea.line, quantity: 5, remark: 'found' })
  await owner.post('/api/admin/inventory/minus', { inventory_id: tea.line, quantity: 3 })
  await owner.post('/api/admin/inventory/update', { inventory_id: tea.line, quantity: 20, reason: 'Opening' })
  const moved = await owner.post('/api/admin/inventory/transfer', { from: tea.line, warehouse_id: shop, quantity: 4 })
  expect(moved.body).toMatchObject({ from: 16, to: 4 })
  const { body } = await owner.get(`/api/admin/inventory_movement?stock_id=${tea.stock}&sort=id`)
  expect(body.data.map((m: any) => [m.type, m.quantity, m.balance_after, m.reason])).toEqual([
    ['plus', 10, 10, ''],
    ['plus', 5, 15, 'Correction'],
    ['minus', -3, 12, 'Correction'],
    ['update', 8, 20, 'Opening'],
    ['transfer_out', -4, 16, 'Correction'],
    ['transfer_in', 4, 4, 'Correction'],
  ])
  const pairs = await Promise.all(
    body.data.map(async ({ id }: any) => (await owner.get(`/api/admin/inventory_movement/${id}`)).body.pair_id),
  )
  expect(pairs).toEqual([null, null, null, null, expect.any(Number), pairs[4]])
  expect(body.data[1]).toMatchObject({ remark: 'found', actor: 'Staff 1' })
})

test('a second transfer to the same warehouse uses the line created by the first', async () => {
  const first = await owner.post('/api/admin/inventory/transfer', { from: tea.line, warehouse_id: shop, quantity: 1 })
  const second = await owner.post('/api/admin/inventory/transfer', { from: tea.line, warehouse_id: shop, quantity: 1 })
  expect(second.body.to_id).toBe(first.body.to_id)
  expect(second.body.to).toBe(2)
})

test.each([
  ['plus', { quantity: 0 }, 'quantity', 'Quantity must be greater than 0'],
  ['minus', { quantity: -1 }, 'quantity', 'Quantity must be greater than 0'],
  ['update', { quantity: 0 }, 'quantity', 'Quantity must be greater than 0'],
  ['minus', { quantity: 11 }, 'quantity', 'Quantity can not be large than inventory total quantity'],
  ['discard', { quantity: 0 }, 'quantity', 'Quantity must be greater than 0'],
  ['discard', { quantity: 11 }, 'quantity', 'Quantity can not be large than inventory total quantity'],
])('%s of %o is refused at %s: %s', async (kind, input, field, message) => {
  const refused = await owner.post(`/api/admin/inventory/${kind}`, { inventory_id: tea.line, ...input })
  expect(refused.status).toBe(422)
  expect(refused.body.messages[field]).toEqual([message])
  expect(await readQuantity(tea.line)).toBe(10)
})

test('a transfer without a destination, to itself, or of too many is refused with the exact words', async () => {
  const transfer = async (input: object) =>
    (await owner.post('/api/admin/inventory/transfer', { from: tea.line, quantity: 1, ...input })).body.messages
  expect((await transfer({})).to).toEqual(['Please select the transfer destination of the inventory'])
  expect((await transfer({ to: tea.line })).to).toEqual(['Please select the transfer destination of the inventory'])
  expect((await transfer({ warehouse_id: shop, quantity: 11 })).quantity).toEqual([
    'Quantity can not be large than inventory total quantity',
  ])
  expect((await transfer({ warehouse_id: shop, quantity: 0 })).quantity).toEqual(['Quantity must be greater than 0'])
  expect((await transfer({ warehouse_id: 999_999 })).warehouse_id).toBeDefined()
})

test('units reserved for orders cannot be removed, transferred or discarded, and their warehouse stays open', async () => {
  await hold(tea, 8)
  for (const [kind, input] of [
    ['minus', { inventory_id: tea.line, quantity: 3 }],
    ['update', { inventory_id: tea.line, quantity: 7 }],
    ['transfer', { from: tea.line, warehouse_id: shop, quantity: 3 }],
    ['discard', { inventory_id: tea.line, quantity: 3 }],
  ] as const)
    expect((await owner.post(`/api/admin/inventory/${kind}`, input)).status, kind).toBe(422)
  const closed = await owner.put(`/api/admin/warehouse/${main}`, { enabled: false })
  expect(closed.body.messages.enabled[0]).toMatch(/reserved for orders/)
  const unsaid = await owner.post('/api/admin/inventory/discard', { inventory_id: tea.line, reason: 'Broken' })
  expect([unsaid.status, unsaid.body.messages]).toEqual([422, { quantity: ['This field is required.'] }])
  const rest = await owner.post('/api/admin/inventory/discard', { inventory_id: tea.line, quantity: 2, reason: 'Broken' })
  expect(rest.body.quantity).toBe(8)
})

test('a discarded line is active again when units are added', async () => {
  const { quantity } = (await owner.get(`/api/admin/inventory/${tea.line}`)).body
  await owner.post('/api/admin/inventory/discard', { inventory_id: tea.line, quantity })
  const line = async () => (await owner.get(`/api/admin/inventory/${tea.line}`)).body
  expect(await line()).toMatchObject({ quantity: 0, is_discard: true })
  await owner.post('/api/admin/inventory/plus', { inventory_id: tea.line, quantity: 2 })
  expect(await line()).toMatchObject({ quantity: 2, is_discard: false })
})

test('the database itself refuses to change or delete a movement', async () => {
  await expect(it.kernel.db.run(sql`update inventory_movement set quantity = 99 where stock_id = ${tea.stock}`)).rejects.toThrow(
    /only added to/,
  )
  await expect(it.kernel.db.run(sql`delete from inventory_movement where stock_id = ${tea.stock}`)).rejects.toThrow(/only added to/)
})

async function startCount(warehouse: number): Promise<number> {
  await it.kernel.db.run(sql`update stocktake set status = 'canceled' where status = 'processing'`)
  const made = await owner.post('/api/admin/stocktake', { warehouse_id: warehouse, note: 'June' })
  expect((await owner.post(`/api/admin/stocktake/${made.body.id}/start`)).body.status).toBe('processing')
  return made.body.id
}

test('a stock count books only the differences of counted lines, and sales meanwhile are no difference', async () => {
  const other = await goods(5)
  const id = await startCount(main)
  await owner.post('/api/admin/inventory/minus', { inventory_id: tea.line, quantity: 2 })
  const counted = await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ id: await findLine(id, tea), counted: 9 }] })
  expect(counted.body).toMatchObject({ counted: 1, missing: 1, surplus: 0 })
  const done = await owner.post(`/api/admin/stocktake/${id}/approve`, { uncounted: 'keep' })
  expect(done.body.status).toBe('approved')
  expect(await readQuantity(tea.line)).toBe(7)
  expect(await readQuantity(other.line)).toBe(5)
  const { body } = await owner.get(`/api/admin/inventory_movement?stock_id=${tea.stock}&type=stocktake`)
  const { body: booked } = await owner.get(`/api/admin/inventory_movement/${body.data[0].id}`)
  expect(booked).toMatchObject({ quantity: -1, document_type: 'stocktake', document_id: id, reason: expect.stringMatching(/^ST/) })
  expect((await owner.post(`/api/admin/stocktake/${id}/approve`)).status).toBe(409)
})

test('a stock count with uncounted lines is approved only with a choice for them', async () => {
  const [here, other] = [await goods(5), await goods(3)]
  const id = await startCount(main)
  const { body: far } = await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ id: await findLine(id, here), counted: 4 }] })
  const approve = (body: object) => owner.post(`/api/admin/stocktake/${id}/approve`, body)
  const refused = await approve({})
  expect(refused.status).toBe(422)
  expect(refused.body.messages.uncounted[0]).toContain(`${far.lines - 1} of ${far.lines} items are not counted`)
  expect((await approve({ uncounted: 'guess' })).status).toBe(422)
  // Units reserved for orders cannot be written off unnoticed.
  await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ id: await findLine(id, tea), counted: await readQuantity(tea.line) }] })
  await hold(other, 1)
  const response = await approve({ uncounted: 'zero' })
  expect(response.body.messages[`line.${other.line}`][0]).toMatch(/1 unit is reserved/)
  expect(await readQuantity(here.line)).toBe(5)
})

test('uncounted lines are set to zero when staff choose so', async () => {
  const place = (await owner.post('/api/admin/warehouse', { code: 'attic', name: 'Attic' })).body.id
  const [here, other] = [await goods(5, {}, { warehouse_id: place }), await goods(3, {}, { warehouse_id: place })]
  const id = await startCount(place)
  await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ id: await findLine(id, here), counted: 5 }] })
  expect((await owner.post(`/api/admin/stocktake/${id}/approve`, { uncounted: 'zero' })).body.status).toBe('approved')
  expect([await readQuantity(here.line), await readQuantity(other.line)]).toEqual([5, 0])
})

const findLine = async (id: number, g: Goods) =>
  (await owner.get(`/api/admin/stocktake_line?stocktake_id=${id}&stock_id=${g.stock}`)).body.data[0].id

test('two people scanning the same stock add to one count', async () => {
  const id = await startCount(main)
  await Promise.all([1, 2, 3, 4].map(() => owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ code: tea.sku, add: 1 }] })))
  const { body } = await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ code: tea.sku, add: -1 }] })
  expect(body.last).toMatchObject({ sku: tea.sku, counted: 3 })
})

test('a stock not expected in the warehouse is counted by its barcode', async () => {
  const id = await startCount(shop)
  const counted = await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ code: `B${tea.sku.replace('-1', '')}`, counted: 3 }] })
  expect(counted.status, JSON.stringify(counted.body)).toBe(200)
  await owner.post(`/api/admin/stocktake/${id}/approve`, { uncounted: 'keep' })
  const { body } = await owner.get(`/api/admin/inventory?stock_id=${tea.stock}&warehouse_id=${shop}`)
  expect(body.data[0].quantity).toBe(3)
})

test('a count refuses unknown codes, foreign lines, negative numbers, an empty count and less than the reserved units', async () => {
  const id = await startCount(main)
  const count = async (line: object) => (await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [line] })).body.messages
  expect((await count({ code: 'nothing', counted: 1 }))['lines.0.code']).toEqual(['No variant found with the SKU or barcode "nothing".'])
  expect(await count({ id: 999_999, counted: 1 })).toHaveProperty(['lines.0.id'])
  expect(await count({ code: tea.sku })).toHaveProperty(['lines.0.counted'])
  expect(await count({ code: tea.sku, counted: -1 })).toHaveProperty(['lines.0.counted'])
  expect((await owner.post(`/api/admin/stocktake/${id}/approve`)).body.messages.status).toEqual([
    'Nothing has been counted yet. Count at least one item first.',
  ])
  await hold(tea, 9)
  await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ id: await findLine(id, tea), counted: 4 }] })
  const refused = await owner.post(`/api/admin/stocktake/${id}/approve`, { uncounted: 'keep' })
  expect(refused.body.messages[`line.${tea.line}`][0]).toMatch(/9 units are reserved/)
  expect(await readQuantity(tea.line)).toBe(10)
})

test('a warehouse has one count at a time, and a closed count accepts no more numbers', async () => {
  const id = await startCount(main)
  const second = (await owner.post('/api/admin/stocktake', { warehouse_id: main })).body.id
  expect((await owner.post(`/api/admin/stocktake/${second}/start`)).body.messages.warehouse_id[0]).toMatch(/already in progress/)
  await owner.post(`/api/admin/stocktake/${id}/cancel`)
  const late = await owner.put(`/api/admin/stocktake/${id}/count`, { lines: [{ code: tea.sku, counted: 1 }] })
  expect(late.body.code).toBe('NOT_COUNTING')
})

test('of counts of one warehouse started at the same time one starts, and the others are refused with the reason', async () => {
  await it.kernel.db.run(sql`update stocktake set status = 'canceled' where status = 'processing'`)
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push((await owner.post('/api/admin/stocktake', { warehouse_id: main })).body.id)
  const begun = await Promise.all(ids.map((id) => owner.post(`/api/admin/stocktake/${id}/start`)))
  expect(begun.map((b) => b.status).sort()).toEqual([200, 422, 422, 422, 422, 422])
})

const open = async (g: Goods) =>
  (await owner.get(`/api/admin/stock_alert?stock_id=${g.stock}&closed_at__empty=1`)).body.data.map((a: any) => a.level)

test('an alert opens when stock runs low, changes when it is sold out, and closes when it is replenished', async () => {
  const low = await goods(10, { stock_notification: 3 })
  await checkRecentChanges(it.ctx)
  expect(await open(low)).toEqual([])
  await owner.post('/api/admin/inventory/update', { inventory_id: low.line, quantity: 3 })
  await Promise.all([checkRecentChanges(it.ctx), checkRecentChanges(it.ctx)])
  expect(await open(low)).toEqual(['low'])
  await hold(low, 3)
  await checkRecentChanges(it.ctx)
  expect(await open(low)).toEqual(['out'])
  await owner.post('/api/admin/inventory/plus', { inventory_id: low.line, quantity: 9 })
  await checkRecentChanges(it.ctx)
  expect(await open(low)).toEqual([])
})

test('an alert shows picture, product and variant of its stock', async () => {
  const low = await goods(10, { stock_notification: 20 })
  await checkRecentChanges(it.ctx)
  const { data } = (await owner.get(`/api/admin/stock_alert?stock_id=${low.stock}`)).body
  const product = await it.kernel.db.one<{ name: string }>(
    sql`select p.name->>'en-US' as name from stock s join product p on p.id = s.product_id where s.id = ${low.stock}`,
  )
  expect(data[0]).toMatchObject({ goods: product?.name, choice: '', level: 'low' })
  const { resources } = (await owner.get('/api/admin/manifest')).body
  expect(resources.stock_alert.title).toBe('goods')
  // The opening time has one column.
  expect(resources.stock_alert.columns.filter((c: any) => c.widget === 'instant' && !c.extra).map((c: any) => c.name)).toEqual([
    'opened_at',
    'closed_at',
  ])
})

test('a variant that never had inventory is not sold out', async () => {
  const fresh = await goods(0)
  await checkRecentChanges(it.ctx)
  expect(await open(fresh)).toEqual([])
})

test('expiring inventory gets an alert, cannot be sold after its date, and is emailed once', async () => {
  const day = async (days: number) => (await it.kernel.db.one<{ day: string }>(sql`select (business_day() + ${days}::int) as day`))?.day
  const soon = await goods(4, {}, { expiry_date: await day(5), lot_code: 'L1' })
  const expiredGoods = await goods(4, {}, { expiry_date: await day(-1) })
  await checkAllStocks(it.ctx)
  expect(await open(soon)).toEqual(['expiring'])
  expect((await open(expiredGoods)).sort()).toEqual(['expired', 'out'])
  await expect(hold(expiredGoods, 1)).rejects.toMatchObject({ kind: { code: 'OUT_OF_STOCK' } })
  expect((await owner.put('/api/admin/settings/inventory', { alert_email: 'stock@shop.test' })).status).toBe(200)
  await sendDigest(it.ctx)
  await sendDigest(it.ctx)
  const mails = await it.kernel.db.rows<{ text_body: string }>(sql`select text_body from mail where recipient = 'stock@shop.test'`)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain(soon.sku)
})

test('a line that differs from its ledger is found at night and reported', async () => {
  await it.kernel.db.run(sql`update inventory set quantity = quantity + 1 where id = ${tea.line}`)
  await checkAllStocks(it.ctx)
  expect(await open(tea)).toEqual(['abnormal'])
  await it.kernel.db.run(sql`update inventory set quantity = quantity - 1 where id = ${tea.line}`)
  await checkAllStocks(it.ctx)
  expect(await open(tea)).toEqual([])
})
