import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import { openSheet } from '../source/read.ts'

/** Nested lists as other programs write them, and keys that no sheet can set. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'purchasing', 'people', 'content', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

const put = (resource: string, name: string, text: string) =>
  importRecords(it.ctx, resource, { name, bytes: Buffer.from(text) }, { speak: 'en-US' })

const catalogue = {
  total: 2,
  products: [
    {
      sku: 'N-1',
      name: 'Kettle',
      tags: ['tea', 'new'],
      stocks: [
        { sku: 'N-1-a', price: 12, option1_key: 'Colour', option1_value: 'Red', inventories: [{ quantity: 3, warehouse: 'main' }] },
        { sku: 'N-1-b', price: '13.50', option1_key: 'Colour', option1_value: 'Blue', inventories: [{ quantity: 4, warehouse: 'main' }] },
      ],
    },
    { sku: 'N-2', name: 'Cup', stocks: [{ sku: 'N-2-a', price: 2 }] },
  ],
}

test('every product of a JSON catalogue keeps its nested records', async () => {
  const products = Array.from({ length: 10 }, (_, i) => ({
    sku: `T-${i}`,
    name: `Tin ${i}`,
    stocks: [{ sku: `T-${i}-a` }, { sku: `T-${i}-b` }],
  }))
  const sheet = await openSheet({ name: 'a.json', bytes: Buffer.from(JSON.stringify(products)) })
  const at = sheet.header.indexOf('stocks.sku')
  const skus: (string | undefined)[] = []
  for await (const line of sheet.lines) skus.push(line.cells[at])
  expect(skus).toEqual(products.flatMap(({ stocks }) => stocks.map(({ sku }) => sku)))
})

test('a JSON catalogue with nested lists is read like the API format', async () => {
  const text = JSON.stringify(catalogue)
  const columns = (await openSheet({ name: 'a.json', bytes: Buffer.from(text) })).header
  expect(columns).toEqual(expect.arrayContaining(['stocks.sku', 'stocks.inventories.quantity']) as string[])
  const answer = await put('product', 'a.json', text.replaceAll('warehouse', 'warehouse_id'))
  expect(answer.errors).toEqual([])
  expect(answer.summary.create).toBe(2)
  expect(
    await it.kernel.db.rows(sql`select s.sku, s.values, s.price_minor::int as price, i.quantity from stock s
      left join inventory i on i.stock_id = s.id and i.quantity > 0 where s.sku like 'N-%' order by s.sku`),
  ).toEqual([
    { sku: 'N-1-a', values: { colour: 'red' }, price: 1200, quantity: 3 },
    { sku: 'N-1-b', values: { colour: 'blue' }, price: 1350, quantity: 4 },
    { sku: 'N-2-a', values: {}, price: 200, quantity: null },
  ])
  expect((await put('product', 'a.json', text.replaceAll('warehouse', 'warehouse_id'))).summary).toMatchObject({ unchanged: 2 })
})

test('a JSON file with two lists is rejected as ambiguous', async () => {
  await expect(put('product', 'a.json', '{"a":[{"sku":"x"}],"b":[{"sku":"y"}]}')).rejects.toMatchObject({
    messages: { file: [{ key: 'sheets:error.json_list' }] },
  })
})

test('a purchase order is matched by the number in the sheet and by its own number', async () => {
  await put('product', 'p.csv', 'product_sku,name,stock_sku,price\nQ-1,Tray,Q-1-a,9\n')
  await it.kernel.resources.create(it.ctx, 'supplier', { code: 'north', name: 'North', currency: 'HKD' })
  const sheet = (quantity: number) => `number,supplier,warehouse,stock,quantity,unit_cost\nPO-X1,north,main,Q-1-a,${quantity},4\n`
  const first = await put('po', 'a.csv', sheet(5))
  expect(first).toMatchObject({ summary: { create: 1 }, errors: [] })
  expect(await put('po', 'a.csv', sheet(5))).toMatchObject({ summary: { create: 0, unchanged: 1 } })
  expect(await put('po', 'a.csv', sheet(6))).toMatchObject({ summary: { create: 0, change: 1 } })
  const [row] = await it.kernel.db.rows<{ number: string }>(sql`select number from purchase_order`)
  expect(await put('po', 'a.csv', sheet(7).replace('PO-X1', row?.number ?? ''))).toMatchObject({ summary: { create: 0, change: 1 } })
})
