import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import { refusedLines, getStart } from '../import/rejected-records.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { openSheet } from '../source/read.ts'

/** An import must not omit or misread a value and report success. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'sheets'])
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
})
afterAll(() => it.close())

async function xlsx(lines: readonly (readonly unknown[])[]): Promise<Buffer> {
  const book = new exceljs.Workbook()
  const sheet = book.addWorksheet('a')
  for (const line of lines) sheet.addRow([...line])
  return Buffer.from(await book.xlsx.writeBuffer())
}
const csv = (lines: readonly (readonly unknown[])[]) => Buffer.from(lines.map((line) => line.join(',')).join('\n'))
const put = (name: string, bytes: Buffer, mapping?: Mapping) =>
  importRecords(it.ctx, 'product', { name, bytes }, { speak: 'en-US', ...(mapping ? { mapping } : {}) })
const toErrorCells = (answer: Awaited<ReturnType<typeof put>>) => answer.errors.map(({ row, column, value }) => [row, column, value])
const choices = async (sku: string) =>
  (
    await it.kernel.db.rows<{ sku: string; values: unknown }>(
      sql`select s.sku, s.values from stock s join product p on p.id = s.product_id where p.sku = ${sku} order by s.sku`,
    )
  ).map((row) => [row.sku, row.values])

test.each([
  ['csv', csv],
  ['xlsx', xlsx],
])('a line with more cells than the header is rejected with its number, and the others are imported (%s)', async (form, make) => {
  const bytes = await make([
    ['product_sku', 'name', 'brand'],
    [`L1-${form}`, 'Tea', ''],
    [`L2-${form}`, 'Pavlova', '', 'Ltd.'],
    [`L3-${form}`, 'Cup', '', ''],
  ])
  const answer = await put(`a.${form}`, bytes)
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 1 })
  expect(toErrorCells(answer)).toEqual([[3, 'D', 'Ltd.']])
  expect(answer.errors[0]?.error).toContain('4 cells, but the header has only 3')
})

test.each([
  ['csv', csv],
  ['xlsx', xlsx],
])('a duplicate column is rejected with both positions if it is read (%s)', async (form, make) => {
  const lines = [
    ['product_sku', 'name', 'brand', 'Name '],
    [`T1-${form}`, 'Tea', '', 'Coffee'],
  ]
  await expect(put(`a.${form}`, await make(lines))).rejects.toMatchObject({
    messages: { name: [{ key: 'sheets:error.twice', params: { first: 'B', second: 'D' } }] },
  })
  const remarks = lines.map((line) => line.map((cell) => cell.replace(/^[Nn]ame ?$/, 'Remark')))
  const columns = { product_sku: ['product_sku', 'name'], Remark: null }
  expect((await put(`a.${form}`, await make(remarks), { columns })).summary).toMatchObject({ create: 1, error: 0 })
})

test('an option name without a value, or a value without a name, is rejected', async () => {
  const header = 'Handle,Title,Variant,Cost,Option name,Option value\n'
  const mapping: Mapping = {
    columns: {
      Handle: 'product_sku',
      Title: 'name',
      Variant: 'stock_sku',
      Cost: 'price',
      'Option name': 'option1_key',
      'Option value': 'option1_value',
    },
  }
  const answer = await put('a.csv', Buffer.from(`${header}H1,T,H1-a,10,Color,Red\nH1,,H1-b,10,,Blue\nH2,T,H2-a,10,Size,\n`), mapping)
  expect(answer.summary).toEqual({ create: 0, change: 0, unchanged: 0, error: 2 })
  expect(toErrorCells(answer)).toEqual([
    [3, 'Option name', ''],
    [4, 'Option value', ''],
  ])
  expect(answer.errors[0]?.error).toContain('"Blue" has only one of them')
})

test('a variant with an existing option can be given only the new value', async () => {
  await put('a.csv', Buffer.from('product_sku,name,stock_sku,price,option1_key,option1_value\nV1,T,V1-a,10,Color,Red\n'))
  const answer = await put('a.csv', Buffer.from('product_sku,stock_sku,option1_value\nV1,V1-a,Blue\n'))
  expect(answer.errors).toEqual([])
  expect(await choices('V1')).toEqual([['V1-a', { color: 'blue' }]])
})

test('two variants with the same option values are reported at the option columns', async () => {
  const answer = await put(
    'a.csv',
    Buffer.from('product_sku,name,stock_sku,price,option1_key,option1_value\nW1,T,W1-a,10,Color,Red\nW1,,W1-b,10,Color,Red\n'),
  )
  expect(toErrorCells(answer)).toEqual([[3, 'option1_value', '']])
})

test.each([
  ['price', true, '1'],
  ['name', ['x'], '["x"]'],
  ['name', { a: 1 }, '{"a":1}'],
  ['weight_g', [5], '[5]'],
  ['name', false, '0'],
])('a JSON value of the wrong type is refused at its column: %s %j', async (column, value, text) => {
  const item = { product_sku: 'J1', name: 'Tea', stock_sku: 'J1-a', price: 3, [column]: value }
  const answer = await put('a.json', Buffer.from(JSON.stringify([item])))
  expect(toErrorCells(answer)).toEqual([[2, column, text]])
  expect((await put('a.ndjson', Buffer.from(JSON.stringify(item)))).errors).toMatchObject([{ row: 1, column, value: text }])
})

test('JSON lists map to multi-value fields, and booleans to flags', async () => {
  const item = {
    product_sku: 'J2',
    name: 'Tea',
    stock_sku: 'J2-a',
    price: 3,
    tags: ['a', 'b|c'],
    categories: ['Hot > Tea', 'New'],
    is_new: true,
  }
  expect((await put('a.json', Buffer.from(JSON.stringify([item])))).errors).toEqual([])
  const [row] = await it.kernel.db
    .rows(sql`select tags, is_new, (select count(*)::int from product_category c where c.product_id = p.id) as groups
    from product p where sku = 'J2'`)
  expect(row).toEqual({ tags: ['a', 'b|c'], is_new: true, groups: 2 })
})

test('a boolean cell of a workbook is not a price', async () => {
  const bytes = await xlsx([
    ['product_sku', 'name', 'stock_sku', 'price', 'is_new'],
    ['X1', 'Tea', 'X1-a', true, true],
  ])
  expect(toErrorCells(await put('a.xlsx', bytes))).toEqual([[2, 'price', '1']])
})

test('a decimal comma never multiplies a price by a hundred; a thousands separator is read', async () => {
  const sheet = 'product_sku;name;stock_sku;price\nC1;Tea;C1-a;12,50\nC2;Cup;C2-a;1,250.00\n'
  expect(toErrorCells(await put('a.csv', Buffer.from(sheet)))).toEqual([[2, 'price', '12,50']])
})

const apart = `Group,Title,Code,Price,Option name,Color
G1,Mug,,,,
G2,Cup,G2-a,4,,
G1,,G1-a,5,Color,Red
G1,,G1-b,5,Color,Blue
`
const byGroup: Mapping = {
  group: 'Group',
  columns: {
    Group: { to: 'product_sku', unless: { Title: [''] } },
    Title: 'name',
    Code: 'stock_sku',
    Price: 'price',
    Color: 'option1_value',
    'Option name': 'option1_key',
  },
}

test('separated lines of one record are rejected once, with the line where it ended', async () => {
  const answer = await put('a.csv', Buffer.from(apart), byGroup)
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 1 })
  expect(answer.errors).toMatchObject([{ row: 4, error: expect.stringContaining('ended in line 2') as string }])
})

test('they are joined if the mapping gathers lines, and failed lines include the whole record', async () => {
  const mapping: Mapping = { ...byGroup, gather: true }
  const first = await put('a.csv', Buffer.from(apart.replaceAll('G1', 'K1').replaceAll('G2', 'K2')), mapping)
  expect(first.errors).toEqual([])
  expect(await choices('K1')).toEqual([
    ['K1-a', { color: 'red' }],
    ['K1-b', { color: 'blue' }],
  ])
  const file = Buffer.from(apart.replaceAll('G1', 'M1').replaceAll('G2', 'M2').replace('M1-b,5', 'M1-b,five'))
  const second = await put('a.csv', file, mapping)
  expect(second.summary).toMatchObject({ create: 1, error: 1 })
  const lines: string[] = []
  for await (const [line] of refusedLines(await openSheet({ name: 'a.csv', bytes: file }), second.data.map(getStart), second.errors))
    lines.push((line ?? []).map((cell) => cell.text).join(','))
  expect(lines).toEqual(['M1,Mug,,,,,', 'M1,,M1-a,5,Color,Red,', expect.stringMatching(/^M1,,M1-b,five,Color,Blue,Price: /)])
})
