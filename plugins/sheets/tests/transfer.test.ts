import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { suite } from 'stoa/testing'
import { openSheet } from '../source/read.ts'
import { sheetShop, sheetTables } from './shop.ts'
import { createImportHelpers, send } from './transfers.ts'

const shop = suite(['sheets'], { extra: [sheetShop], tables: sheetTables })
beforeEach(() =>
  shop.it.kernel.db.pool.query(
    'truncate t_brand, t_group, t_place, t_product, t_product_group, t_picture, t_stock, t_inventory, run restart identity cascade',
  ),
)

const base = '/api/admin/t_product'
const sheet = '/api/admin/sheet/t_product'

const { plan, decide: decideOn, state } = createImportHelpers(shop, 't_product')

async function decide(id: number, action: string): Promise<any> {
  expect((await decideOn(id, action)).status).toBe(202)
  await shop.it.jobs()
  return state(id)
}

/** A checksum of the full export. */
async function checksum(): Promise<string> {
  const answer = await shop.owner.get(`${base}/export?format=csv`)
  return createHash('sha256').update(answer.raw.rawPayload).digest('hex')
}

const header = 't_product_sku,name:en-US,name:zh-HK,groups,t_stock_sku,price,t_inventory_place,quantity,option1_key,option1_value'

async function stocked(): Promise<void> {
  await shop.it.kernel.db.run(sql`insert into t_place (code, name) values ('main', 'Main')`)
  const made = await send(
    shop.owner,
    `${base}/import`,
    [header, 'A,Tea,,,A-1,10.00,main,5,Size,L', 'B,Cup,杯,,B-1,20.00,main,7,Size,L'].join('\n'),
  )
  expect(made.body.errors).toEqual([])
}

test('an import is checked, applied and undone to the exact former state', async () => {
  await stocked()
  const before = await checksum()
  const sheet = [
    header,
    'A,Green tea,綠茶,Drinks > Tea,A-1,11.00,main,5,Size,L',
    ',,,,A-2,12.00,main,1,Size,L',
    'C,Pot,,Ware,C-1,30.00,main,2,Size,L',
  ].join('\n')

  const planned = await plan(sheet)
  expect(planned).toMatchObject({ status: 'pending', kind: 'import', file_name: 'products.csv' })
  expect(planned.answer.import).toMatchObject({ dry_run: true, summary: { create: 1, change: 1, error: 0 } })
  expect(await checksum()).toBe(before)

  const applied = await decide(planned.id, 'apply')
  expect(applied).toMatchObject({ status: 'completed', answer: { import: { dry_run: false, summary: { create: 1, change: 1 } } } })
  expect(await checksum()).not.toBe(before)

  const undone = await decide(planned.id, 'undo')
  expect(undone).toMatchObject({ status: 'canceled', answer: { undo: { kept: [] } } })
  expect(await checksum()).toBe(before)
  // Related rows created by the import are removed as well.
  expect((await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from t_group`))?.n).toBe(0)
})

test('a dry run, an import and its undo each end with all rows processed', async () => {
  const rows = Array.from({ length: 61 }, (_, i) => `N${i},Tea ${i},,,N${i}-1,10.00,main,5,Size,L`)
  await stocked()
  const planned = await plan([header, ...rows].join('\n'))
  expect(planned).toMatchObject({ status: 'pending', done: 61, total: 61 })
  await decideOn(planned.id, 'apply')
  expect(await state(planned.id)).toMatchObject({ status: 'approved', done: 0 })
  await shop.it.jobs()
  expect(await state(planned.id)).toMatchObject({ status: 'completed', done: 61, total: 61 })
  expect(await decide(planned.id, 'undo')).toMatchObject({ status: 'canceled', done: 61, total: 61 })
})

test('undo leaves rows changed since the import, and reports them', async () => {
  await stocked()
  const planned = await plan([header, 'A,Green tea,,,A-1,10.00,main,5,Size,L', 'B,Mug,杯,,B-1,20.00,main,7,Size,L'].join('\n'))
  await decide(planned.id, 'apply')
  const a = await shop.it.kernel.db.one<{ id: number }>(sql`select id from t_product where sku = 'A'`)
  await shop.owner.put(`${base}/${a?.id}`, { name: 'Mine', language: 'en-US' })
  const undone = await decide(planned.id, 'undo')
  expect(undone.answer.undo).toEqual({
    undone: 1,
    kept: [{ resource: 't_product', id: a?.id, reason: 'This record has been edited since.' }],
  })
  const names = await shop.it.kernel.db.rows<{ name: Record<string, string> }>(sql`select name from t_product order by sku`)
  expect(names.map((r) => r.name['en-US'])).toEqual(['Mine', 'Cup'])
})

test('failed rows are returned as a sheet with their errors', async () => {
  await stocked()
  const planned = await plan(
    [header, 'A,Green tea,,,A-1,dear,main,5,Size,L', 'C,Pot,,,C-1,30.00,main,2,Size,L', 'D,Pan,,,D-1,1.00,nowhere,2,Size,L'].join('\n'),
  )
  expect(planned.answer.import.summary).toEqual({ create: 1, change: 0, unchanged: 0, error: 2 })
  const file = await shop.owner.get(`/api/admin/transfer/${planned.id}/failed`)
  expect(file.headers['content-disposition']).toContain('failed rows.xlsx')
  const { header: columns, lines } = await openSheet({ name: 'failed rows.xlsx', bytes: file.raw.rawPayload })
  const found = []
  for await (const line of lines) found.push(line.cells)
  expect(columns.at(-1)).toBe('error')
  expect(found.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['A', expect.stringContaining('price')],
    ['D', expect.stringContaining('nowhere')],
  ])
})

test('a file above the row limit ends the dry run with the specified error', async () => {
  const lines = Array.from({ length: 1_001 }, (_, i) => `S${i},Name,,,S${i}-1,1.00,,,Size,L`)
  const planned = await plan([header, ...lines].join('\n'))
  expect(planned).toMatchObject({ status: 'abnormal', answer: { problem: ['The data can only import 1000 records at a time'] } })
})

test('a transfer is decided once, only by its owner, and only in the right state', async () => {
  await stocked()
  const planned = await plan([header, 'C,Pot,,,C-1,30.00,main,2,Size,L'].join('\n'))
  const other = await shop.it.staff(['import t product', 'get t product'])
  expect((await other.get(`/api/admin/transfer/${planned.id}`)).status).toBe(404)
  expect((await other.post(`/api/admin/transfer/${planned.id}/apply`)).status).toBe(404)
  expect((await shop.owner.post(`/api/admin/transfer/${planned.id}/undo`)).body.code).toBe('WRONG_STATE')
  const answers = await Promise.all([1, 2, 3].map(() => shop.owner.post(`/api/admin/transfer/${planned.id}/apply`)))
  expect(answers.map((a) => a.status).sort()).toEqual([202, 409, 409])
  await shop.it.jobs()
  expect((await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from t_product where sku = 'C'`))?.n).toBe(1)
})

test('a step run twice has its effect once', async () => {
  await stocked()
  const planned = await plan([header, 'C,Pot,,,C-1,30.00,main,2,Size,L'].join('\n'))
  await decide(planned.id, 'apply')
  // As if the process had been killed after the rows were written and before the state was stored.
  await shop.it.kernel.db.run(sql`update run set status = 'processing', beat_at = now() - interval '1 hour' where id = ${planned.id}`)
  await shop.it.clock('runs/tidy')
  await shop.it.jobs()
  const again = (await shop.owner.get(`/api/admin/transfer/${planned.id}`)).body
  expect(again).toMatchObject({ status: 'completed', answer: { import: { summary: { create: 1 } } } })
  expect(await decide(planned.id, 'undo')).toMatchObject({ answer: { undo: { undone: 1, kept: [] } } })
})

test('a step without a heartbeat for hours ends with an error', async () => {
  const begun = await plan('t_product_sku,name\nP1,Tea\n')
  await shop.it.kernel.db.run(
    sql`update run set status = 'processing', tries = 5, beat_at = now() - interval '7 hours' where id = ${begun.id}`,
  )
  await shop.it.clock('runs/tidy')
  const ended = (await shop.owner.get(`/api/admin/transfer/${begun.id}`)).body
  expect(ended).toMatchObject({ status: 'abnormal', answer: { problem: [expect.stringMatching(/failed repeatedly/)] } })
})

test('a canceled import cannot be applied', async () => {
  const planned = await plan([header, 'C,Pot,,,C-1,30.00,,,Size,L'].join('\n'))
  expect((await shop.owner.post(`/api/admin/transfer/${planned.id}/cancel`)).body.status).toBe('canceled')
  expect((await shop.owner.post(`/api/admin/transfer/${planned.id}/apply`)).status).toBe(409)
})

test('an export is written by a job and downloaded by its owner only', async () => {
  await stocked()
  const begun = await shop.owner.post(`${sheet}/export`, { format: 'csv', columns: ['t_product_sku', 'name'], query: { q: 'Tea' } })
  expect(begun.status).toBe(202)
  expect((await shop.owner.get(`/api/admin/transfer/${begun.body.id}/file`)).body.code).toBe('WRONG_STATE')
  await shop.it.jobs()
  expect((await shop.owner.get(`/api/admin/transfer/${begun.body.id}`)).body).toMatchObject({ status: 'completed', answer: { rows: 1 } })
  const file = await shop.owner.get(`/api/admin/transfer/${begun.body.id}/file`)
  expect(file.headers['content-disposition']).toContain('export list.csv')
  expect(file.raw.body.replace('\ufeff', '')).toBe('t_product_sku,name\r\nA,Tea\r\n')
  const other = await shop.it.staff(['export t product'])
  expect((await other.get(`/api/admin/transfer/${begun.body.id}/file`)).status).toBe(404)
  expect((await shop.owner.get('/api/admin/transfer')).body.data).toMatchObject([{ kind: 'export', status: 'completed' }])
})

test('an export without given columns contains all of them', async () => {
  await stocked()
  const begun = await shop.owner.post(`${sheet}/export`, { format: 'csv', query: { q: '', sort: '' } })
  expect(begun.status).toBe(202)
  await shop.it.jobs()
  const file = await shop.owner.get(`/api/admin/transfer/${begun.body.id}/file`)
  expect(file.raw.body).toBe((await shop.owner.get(`${base}/export?format=csv`)).raw.body)
})

test('an invalid export request is rejected by field before a job starts', async () => {
  expect((await shop.owner.post(`${sheet}/export`, { format: 'pdf' })).body.messages).toHaveProperty('format')
  expect((await shop.owner.post(`${sheet}/export`, { columns: ['nonsense'] })).body.messages).toHaveProperty('columns')
  expect((await shop.owner.post(`${sheet}/export`, { ids: ['x'] })).status).toBe(422)
  expect((await shop.owner.get('/api/admin/transfer')).body.data).toEqual([])
})
