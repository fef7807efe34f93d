import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'
import { columnFormats } from '../mapping/column-formats.ts'
import { detectEncoding } from '../source/encoding.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'catalogue', 'inventory', 'sheets'])
})
afterAll(() => it.close())

const put = (resource: string, bytes: Buffer | string, o: ImportOptions & { encoding?: string; name?: string } = {}) =>
  importRecords(
    it.ctx,
    resource,
    { name: o.name ?? 'a.csv', bytes: Buffer.from(bytes as string), ...(o.encoding ? { encoding: o.encoding } : {}) },
    { speak: 'en-US', ...o },
  )
const names = async (end: string) =>
  (
    await it.kernel.db.rows<{ name: string }>(sql`select first_name || ' ' || last_name as name from customer
    where email like ${`%@${end}`} order by id`)
  ).map((row) => row.name)

const people = 'email;first_name;last_name\r\nj@west.test;Jürgen;Müller\r\nz@west.test;Zoë;Faßbender\r\ns@west.test;Søren;Ågård\r\n'

test('a file in a Western Excel encoding is read, and the dry run warns that the encoding was guessed', async () => {
  const bytes = iconv.encode(people, 'windows-1252')
  const rehearsal = await put('customer', bytes, { dryRun: true })
  expect(rehearsal.summary).toMatchObject({ create: 3, error: 0 })
  expect(rehearsal.warnings).toEqual([
    { row: 0, column: '', value: 'windows-1252', warning: expect.stringContaining('Windows-1252') as string },
  ])
  await put('customer', bytes)
  expect(await names('west.test')).toEqual(['Jürgen Müller', 'Zoë Faßbender', 'Søren Ågård'])
})

test('a Polish list and a Czech one are read as Central European', async () => {
  const text =
    'email;first_name;last_name\na@east.test;Łukasz;Wąsik\nb@east.test;Zofia;Gałązka\nc@east.test;Jiří;Dvořák\nd@east.test;Růžena;Šťastná\n'
  await put('customer', iconv.encode(text, 'windows-1250'))
  expect(await names('east.test')).toEqual(['Łukasz Wąsik', 'Zofia Gałązka', 'Jiří Dvořák', 'Růžena Šťastná'])
})

test.each([
  ['windows-1252', 'name\nCafé crème\nPâté\nSeñor\n'],
  ['windows-1252', 'name,price\nThé vert – “bio”,€ 4\n'],
  ['windows-1250', 'name\nHříbek\nŽluťoučký kůň\n'],
  ['windows-1250', 'name\nŻółta łódź\nPiękny dzień\n'],
  ['big5hkscs', 'name\n許一\n茶葉\n'],
  ['big5hkscs', 'sku,name,note\nA-1,綠茶,Green tea\nA-2,紅茶,Black tea of the highlands\n'],
  ['gb18030', 'sku,name,note\nA-1,绿茶,Green tea\nA-2,红茶,Black tea of the highlands\n'],
  ['gb18030', 'name\n李\n'],
])('the encoding %s is detected by its characters', (encoding, text) => {
  expect(detectEncoding(iconv.encode(text, encoding))).toEqual({ name: encoding, isGuessed: true })
})

test('UTF-8 and ASCII are detected without a warning', async () => {
  expect(detectEncoding(Buffer.from('name\nZoë\n'))).toEqual({ name: 'utf8', isGuessed: false })
  const answer = await put('customer', 'email,first_name,last_name\nu@utf.test,Zoë,Ø\n', { dryRun: true })
  expect(answer.warnings).toEqual([])
})

test('a given encoding causes no warning, and invalid characters reject their record', async () => {
  const result = await put('customer', iconv.encode(people, 'windows-1252'), { encoding: 'windows-1252', dryRun: true })
  expect(result.warnings).toEqual([])
  const wrong = await put('customer', iconv.encode(people, 'windows-1252'), { encoding: 'utf8', dryRun: true })
  expect(wrong.summary).toMatchObject({ error: 3 })
  expect(wrong.errors[0]).toMatchObject({ row: 2, column: 'first_name', error: expect.stringContaining('encoding') as string })
})

test('an Excel separator line is recognised, and line numbers include it', async () => {
  const answer = await put('customer', 'sep=;\r\nemail;first_name;last_name\r\ns@sep.test;Sep;One\r\nnone;Sep;Two\r\n')
  expect(answer.summary).toMatchObject({ create: 1, error: 1 })
  expect(answer.errors[0]).toMatchObject({ row: 4 })
  expect((await put('customer', 'sep=|\nemail|first_name|last_name\nt@sep.test|Sep|Three\n')).summary).toMatchObject({ create: 1 })
})

test('a sheet without the key column is rejected with its columns and the closest match', async () => {
  const refused = put('customer', 'E-mail adress,first_name,last_name\na@b.test,A,B\n')
  await expect(refused).rejects.toMatchObject({
    messages: { columns: [{ params: { column: 'email', columns: 'E-mail adress, first_name, last_name', nearest: 'E-mail adress' } }] },
  })
  await expect(put('customer', 'x,y\n1,2\n')).rejects.toMatchObject({
    messages: { columns: [{ params: { column: 'email', columns: 'x, y' } }] },
  })
})

test.each([
  ['products.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_excel'],
  ['old.csv', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'old_excel'],
  ['days.ics', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), 'calendar'],
  ['days.csv', Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'), 'calendar'],
  ['sheet.ods', Buffer.from('PK\u0003\u0004', 'latin1'), 'open_document'],
  ['sheet.csv', Buffer.from('%PDF-1.7 and more'), 'binary'],
])('%s is rejected with advice', async (name, bytes, key) => {
  await expect(put('customer', bytes, { name })).rejects.toMatchObject({ messages: { file: [{ key: `sheets:error.${key}` }] } })
})

const stocks = (sku: string) =>
  it.kernel.db.rows(sql`select s.sku, s.price_minor::int as price, s.values from stock s join product p on p.id = s.product_id
    where p.sku = ${sku} and s.visibled order by s.id`)

test('a column of decimal commas is converted, and the dry run shows how', async () => {
  const csv = 'product_sku;name;stock_sku;price;special_price\nK-1;Kanne;K-1;1.234,50;\nK-2;Tasse;K-2;12,5;9\nK-3;Topf;K-3;7;6,95\n'
  const answer = await put('product', csv)
  expect(answer).toMatchObject({ summary: { create: 3, error: 0 }, errors: [] })
  expect(answer.warnings).toMatchObject([
    { row: 0, column: 'price', value: '1.234,50', warning: expect.stringContaining('1234.50') as string },
    { row: 0, column: 'special_price', value: '6,95' },
  ])
  expect(await stocks('K-1')).toMatchObject([{ price: 123450 }])
  expect(await stocks('K-2')).toMatchObject([{ price: 1250 }])
})

test('thousands separators are read, and an ambiguous comma is not guessed', async () => {
  const english = await put('product', 'product_sku,name,stock_sku,price\nE-1,Pot,E-1,"1,234.50"\nE-2,Cup,E-2,"2,000"\n')
  expect(english.errors).toEqual([])
  expect(await stocks('E-2')).toMatchObject([{ price: 200000 }])
  const either = await put('product', 'product_sku,name,stock_sku,price\nE-3,Pot,E-3,"1,234"\n')
  expect(either.warnings).toMatchObject([{ row: 0, column: 'price', value: '1,234', warning: expect.stringContaining('1234') as string }])
  const weights = ['1,234', '5'].map((cell, i) => ({ line: i + 2, cells: [cell] }))
  expect(columnFormats(weights, new Map([[0, 'number']]))).toEqual([{ at: 0, kind: 'unclear_number', example: '1,234', read: '1,234' }])
  const both = await put('product', 'product_sku,name,stock_sku,price\nE-4,Pot,E-4,"1,50"\nE-5,Pot,E-5,2.75\n')
  expect(both.errors.map(({ row }) => row)).toEqual([2])
})

test('the date order is detected from the whole column', async () => {
  const days = (list: string[]) => `email,first_name,last_name,birthday\n${list.map((day, i) => `d${i}@days.test,D,D,${day}`).join('\n')}\n`
  const stored = () =>
    it.kernel.db.rows<{ day: string }>(sql`select birthday::text as day from customer where email like '%@days.test' order by email`)
  const first = await put('customer', days(['03/04/1990', '28/11/1985']))
  expect(first.errors).toEqual([])
  expect(first.warnings).toMatchObject([
    { row: 0, column: 'birthday', value: '03/04/1990', warning: expect.stringContaining('1990-04-03') as string },
  ])
  expect((await stored()).map(({ day }) => day)).toEqual(['1990-04-03', '1985-11-28'])
  await put('customer', days(['03/04/1990', '11/28/1985']))
  expect((await stored()).map(({ day }) => day)).toEqual(['1990-03-04', '1985-11-28'])
  await put('customer', days(['3.4.1990', '1985/1/2']).replace('1985/1/2', '2.1.1985'))
  expect((await stored()).map(({ day }) => day)).toEqual(['1990-04-03', '1985-01-02'])
  const unclear = await put('customer', days(['03/04/1990', '02/01/1985']))
  expect(unclear.summary).toMatchObject({ error: 2 })
  expect(unclear.warnings).toMatchObject([{ row: 0, column: 'birthday', value: '03/04/1990' }])
})

test('a date column that does not show its order takes that of the other date columns, unless they differ', () => {
  const lines = (cells: string[][]) => cells.map((line, i) => ({ line: i + 2, cells: line }))
  const dates = new Map([0, 1, 2].map((at) => [at, 'date' as const]))
  const kinds = (cells: string[][]) => columnFormats(lines(cells), dates).map(({ kind, read }) => [kind, read])
  expect(kinds([['03-04-2020', '28-11-1985', '']])).toEqual([
    ['day_first', '2020-04-03'],
    ['day_first', '1985-11-28'],
  ])
  expect(kinds([['03/04/2020', '11/28/1985', '']])[0]).toEqual(['month_first', '2020-03-04'])
  expect(kinds([['03-04-2020', '28-11-1985', '11-28-1985']])[0]).toEqual(['unclear_date', '03-04-2020'])
})

test('lines that inherit their group from the line above form one record', async () => {
  const csv =
    'Handle,SKU,Name,Option 1 name,Option 1 value,Price\nmilk-tea,101,Milk tea,Size,Small,18\n,102,,,Large,24\nlemon-tea,103,Lemon tea,Size,Small,20\n'
  const columns = {
    Handle: 'product_sku',
    SKU: 'stock_sku',
    Name: 'name',
    'Option 1 name': 'option1_key',
    'Option 1 value': 'option1_value',
    Price: 'price',
  }
  const answer = await put('product', csv, { mapping: { columns, group: 'Handle', inherit: ['Handle', 'Option 1 name'] } })
  expect(answer).toMatchObject({ summary: { create: 2, error: 0 }, errors: [] })
  expect(await stocks('milk-tea')).toMatchObject([{ sku: '101' }, { sku: '102' }])
})
