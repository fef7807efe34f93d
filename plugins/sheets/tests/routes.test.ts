import exceljs from 'exceljs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { openSheet } from '../source/read.ts'
import { type Answer, type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { sheetShop, sheetTables } from './shop.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['sheets'], { extra: [sheetShop], tables: sheetTables })
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(() =>
  it.kernel.db.pool.query(
    'truncate t_brand, t_group, t_place, t_product, t_product_group, t_picture, t_stock, t_inventory, import_mapping restart identity cascade',
  ),
)

/** A multipart form as a browser sends it. */
async function form(fields: Record<string, string | Blob>): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, 'products.csv')
  }
  const response = new Response(data)
  return {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }
}

async function send(client: Client, path: string, fields: Record<string, string | Blob>): Promise<Answer> {
  const { body, headers } = await form(fields)
  return client.post(`/api/admin/${path}`, body, headers)
}
const csv = (text: string) => new Blob([text])
const count = async () => (await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from t_product`))?.n

test('a file is checked in a dry run, imported and exported', async () => {
  const file = csv('t_product_sku,name,t_stock_sku,price\nA,Tea,S1,1.5\nB,,S2,1\n')
  const rehearsal = await send(owner, 't_product/import', { file, dry_run: '1', language: 'en-US' })
  expect(rehearsal.status).toBe(200)
  expect(rehearsal.body).toMatchObject({
    dry_run: true,
    summary: { create: 1, change: 0, unchanged: 0, error: 1 },
  })
  expect(await count()).toBe(0)
  const real = await send(owner, 't_product/import', { file })
  expect(real.body).toMatchObject({
    dry_run: false,
    data: [
      { row: 2, key: 'A', action: 'create' },
      { row: 3, key: 'B', action: 'error' },
    ],
    errors: [
      { row: 3, column: 'name' },
      { row: 3, column: 'url' },
    ],
  })
  const { raw } = await owner.get('/api/admin/t_product/export')
  expect(raw.headers['content-disposition']).toBe('attachment; filename="export list.xlsx"')
  const book = new exceljs.Workbook()
  await book.xlsx.load(raw.rawPayload as never)
  expect(book.worksheets.map((s) => s.name)).toEqual(['Sheet1'])
  const sheet = book.getWorksheet('Sheet1')
  const header = sheet?.getRow(1).values as string[]
  expect(sheet?.getRow(2).getCell(header.indexOf('price')).value).toBe(1.5)
})

test('texts are stored in the requested language, and errors are in the language of the reader', async () => {
  await send(owner, 't_product/import', { file: csv('t_product_sku,name\nA,茶\n'), language: 'zh-HK' })
  expect((await it.kernel.db.one<{ name: unknown }>(sql`select name from t_product`))?.name).toEqual({
    'zh-HK': '茶',
  })
  const { body, headers } = await form({ file: csv('t_product_sku,type\nA,none\n'), language: 'en-US' })
  const refused = await owner.post('/api/admin/t_product/import', body, {
    ...headers,
    cookie: 'admin_language=zh-CN',
  })
  expect(refused.body.errors[0].error).toMatch(/\p{Script=Han}/u)
})

test('a file above the line limit is rejected with the specified error', async () => {
  const lines = Array.from({ length: 1_001 }, (_, i) => `P${i},Tea`).join('\n')
  const answer = await send(owner, 't_product/import', { file: csv(`t_product_sku,name\n${lines}`) })
  expect([answer.status, answer.body]).toEqual([
    422,
    { code: 'TOO_MANY_ROWS', messages: ['The data can only import 1000 records at a time'] },
  ])
  expect(await count()).toBe(0)
})

test.each([
  [{}, 'file'],
  [{ file: new Blob([Buffer.from('PK\x03\x04 not really', 'latin1')]) }, 'file'],
  [{ file: csv('name\nTea\n') }, 'columns'],
  [{ file: csv('t_product_sku\nA\n'), columns: '{"t_product_sku":"password"}' }, 'password'],
  [{ file: csv('t_product_sku\nA\n'), columns: '{' }, 'columns'],
  [{ file: csv('t_product_sku\nA\n'), columns: '{"constructor":{"to":5}}' }, 'columns'],
  [{ file: csv('t_product_sku\nA\n'), mapping: 'unknown' }, 'mapping'],
  [{ file: csv('t_product_sku\nA\n'), encoding: 'klingon' }, 'encoding'],
] as [Record<string, string | Blob>, string][])('an invalid request %# is rejected by field', async (fields, name) => {
  const answer = await send(owner, 't_product/import', fields)
  expect({ status: answer.status, fields: Object.keys(answer.body.messages ?? {}) }).toEqual({
    status: 422,
    fields: [name],
  })
})

test('the column mapping is suggested, can be changed and saved, and is recognised by header', async () => {
  const file = csv('Artikel;Bezeichnung;price\nA;Tee;2,50\nB;Kaffee;3\n')
  const first = await send(owner, 'sheet/t_product/columns', { file })
  expect(first.body.columns).toEqual([
    { column: 'Artikel', field: null, targets: [], by_name: null, sample: ['A', 'B'] },
    { column: 'Bezeichnung', field: null, targets: [], by_name: null, sample: ['Tee', 'Kaffee'] },
    { column: 'price', field: 'price', targets: ['price'], by_name: 'price', sample: ['2,50', '3'] },
  ])
  expect(first.body.fields.find((f: { name: string }) => f.name === 't_product_sku')).toMatchObject({
    required: true,
  })
  expect(first.body.fields.map((f: { name: string }) => f.name)).not.toContain('sold')
  const columns = { Artikel: ['t_product_sku', 't_stock_sku'], Bezeichnung: 'name', price: 'price' }
  const saved = await owner.post('/api/admin/sheet/t_product/mappings', {
    name: 'Müller',
    mapping: { columns, replace: { price: [[',', '.']] } },
    fingerprint: ['Artikel', 'Bezeichnung'],
  })
  expect(saved.status).toBe(200)
  expect((await send(owner, 'sheet/t_product/columns', { file })).body).toMatchObject({
    mapping: 'Müller',
    columns: [{ field: 't_product_sku' }, { field: 'name' }, { field: 'price' }],
  })
  expect((await send(owner, 't_product/import', { file })).body.summary).toEqual({
    create: 2,
    change: 0,
    unchanged: 0,
    error: 0,
  })
  expect(
    (await send(owner, 't_product/import', { file, mapping: 'Müller', columns: '{"price":null,"Bezeichnung":null}' })).body.summary
      .unchanged,
  ).toBe(2)
  expect((await owner.get('/api/admin/sheet/t_product/mappings')).body.data).toMatchObject([{ name: 'Müller', built_in: false }])
  await owner.delete('/api/admin/sheet/t_product/mappings?name=M%C3%BCller')
  expect((await owner.get('/api/admin/sheet/t_product/mappings')).body.data).toEqual([])
  expect((await owner.post('/api/admin/sheet/t_product/mappings', { name: 'x', mapping: { nonsense: 1 } })).status).toBe(422)
})

test('the template contains only importable columns', async () => {
  const { raw } = await owner.get('/api/admin/sheet/t_product/template?language=zh-HK')
  const { header } = await openSheet({ name: 'a.xlsx', bytes: raw.rawPayload })
  expect(header.slice(0, 4)).toEqual(['t_product_sku', 'name', 'name:en-US', 'name:zh-CN'])
  expect(header).not.toContain('sold')
  const made = await send(owner, 't_product/import', {
    file: csv((await owner.get('/api/admin/sheet/t_product/template?format=csv')).raw.body),
  })
  expect(made.body).toMatchObject({ data: [], errors: [] })
})

test('an export filters like the list, and an invalid filter is rejected', async () => {
  await send(owner, 't_product/import', { file: csv('t_product_sku,name,visibled\nA,Tea,1\nB,Milk,0\nC,Water,1\n') })
  const skus = async (query: string) =>
    (await owner.get(`/api/admin/t_product/export?format=csv&${query}`)).raw.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((l) => l.split(',')[0])
  expect(await skus('visibled=true')).toEqual(['A', 'C'])
  expect(await skus('q=milk')).toEqual(['B'])
  expect(await skus('ids=1,2')).toEqual(['A', 'B'])
  const wrong = await Promise.all(
    ['ids=x', 'format=pdf', 'visibled=maybe'].map((query) => owner.get(`/api/admin/t_product/export?${query}`)),
  )
  expect(wrong.map((answer) => answer.status)).toEqual([422, 422, 422])
})

test('importing and exporting need their permissions', async () => {
  const reader = await it.staff(['get t product'])
  expect((await send(reader, 't_product/import', { file: csv('a\n1') })).status).toBe(403)
  for (const path of ['t_product/export', 'sheet/t_product/template', 'sheet/t_product/mappings'])
    expect((await reader.get(`/api/admin/${path}`)).status).toBe(403)
  const importer = await it.staff(['import t product'])
  expect((await send(importer, 't_product/import', { file: csv('t_product_sku,name\nA,Tea\n') })).body.summary.create).toBe(1)
  expect((await it.guest.get('/api/admin/t_product/export')).status).toBe(401)
})

test('a preview shows grouping, constants and unreadable cells', async () => {
  const file = csv('Code,Of,What,Cost\nA-1,A,,5\nB,,Cup,\nA,,Mug,\nA-2,A,,6\n')
  const columns = {
    Code: [
      { to: 't_product_sku', when: { Of: [''] } },
      { to: 't_stock_sku', unless: { Of: [''] } },
    ],
    What: ['name', 'remark'],
    Cost: 'price',
  }
  const mappingFields = { columns: JSON.stringify(columns), group: '["Of","Code"]', constants: '{"type":"package"}' }
  const preview = await send(owner, 'sheet/t_product/preview', { file, ...mappingFields })
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({ records: 2, lines: { read: 4, left_out: 0 } })
  const words = (cells: { label: string; text: string }[]) => cells.map(({ label, text }) => `${label}=${text}`)
  expect(words(preview.body.data[0].cells)).toEqual(
    expect.arrayContaining([expect.stringMatching(/=A$/), expect.stringMatching(/=package$/)]) as string[],
  )
  expect(preview.body.data[0].parts.map((part: { row: number }) => part.row)).toEqual([2, 5])
  expect(await count()).toBe(0)
  const wrong = await send(owner, 'sheet/t_product/preview', { file, ...mappingFields, constants: '{"typ":"package"}' })
  expect([wrong.status, Object.keys(wrong.body.messages as object)]).toEqual([422, ['typ']])
  const odd = await send(owner, 'sheet/t_product/preview', { file, ...mappingFields, inherit: '"What"' })
  expect([odd.status, Object.keys(odd.body.messages as object)]).toEqual([422, ['inherit']])
})

test('a checked sheet can be read again without upload, only by its owner', async () => {
  const file = csv('Code,What\nA,Mug\n')
  const columns = JSON.stringify({ Code: 't_product_sku' })
  const { body: first } = await send(owner, 'sheet/t_product/plan', { file, columns, constants: '{"remark":"x"}' })
  await it.jobs()
  const back = await send(owner, 'sheet/t_product/columns', { from: String(first.id) })
  expect(back.body).toMatchObject({
    file_name: 'products.csv',
    reading: { columns: { Code: 't_product_sku' }, constants: { remark: 'x' } },
  })
  const more = JSON.stringify({ Code: 't_product_sku', What: 'name' })
  const { body: second } = await send(owner, 'sheet/t_product/plan', { from: String(first.id), columns: more })
  await it.jobs()
  expect((await owner.get(`/api/admin/transfer/${first.id}`)).body.status).toBe('canceled')
  expect((await owner.get(`/api/admin/transfer/${second.id}`)).body).toMatchObject({
    status: 'pending',
    answer: { import: { summary: { create: 1, error: 0 } } },
  })
  const other = await it.staff(['import t product'])
  expect((await send(other, 'sheet/t_product/columns', { from: String(second.id) })).status).toBe(404)
})
