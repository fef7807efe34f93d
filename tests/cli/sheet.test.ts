import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cli, openCli } from './run.ts'

const fixture = join(import.meta.dirname, 'fixtures/supplier.csv')
const columns = [
  'Item no.=product_sku',
  'Product title=name',
  'Group=categories',
  'Net price=price',
  'In stock=quantity',
  'Remark=',
].flatMap((c) => ['--column', c])

let it: Cli
const file = (name: string) => join(it.folder, name)
const products = () => it.query('select sku from product order by id')

beforeAll(async () => {
  it = await openCli()
  await it.query("insert into warehouse (code, name) values ('main', 'Main')")
  const mapping = {
    columns: {
      'Item no.': ['product_sku', 'stock_sku'],
      'Product title': 'name',
      Group: 'categories',
      'Net price': 'price',
      'In stock': 'quantity',
    },
    constants: { warehouse: 'main' },
    fingerprint: ['Item no.', 'Net price'],
  }
  await it.run(['import', 'mapping', 'save', 'product', 'supplier', '-'], { input: JSON.stringify(mapping) })
})
afterAll(() => it.close())

test('a dry run counts what would be created and writes nothing', async () => {
  const { code, out, err } = await it.run(['import', 'product', fixture, '--dry-run'])
  expect(code, err).toBe(0)
  expect(err).toContain('with the mapping supplier, recognised by its header')
  expect(err).toContain('Not read: Remark')
  expect(out).toBe('Check: 3 create, 0 change, 0 unchanged, 0 errors\n')
  expect(await products()).toEqual([])
  expect(await it.query("select 1 from audit_log where resource = 'product'")).toEqual([])
})

test('importing the same sheet twice creates everything once', async () => {
  const first = await it.run(['import', 'product', fixture, '--mapping', 'supplier'])
  expect([first.code, first.out], first.err).toEqual([0, 'Import Success\n3 created, 0 changed, 0 unchanged, 0 failed\n'])
  const second = await it.run(['import', 'product', fixture, '--mapping', 'supplier', '--json'])
  expect(second.json).toMatchObject({
    title: 'Import Success',
    success: 3,
    fail: 0,
    summary: { create: 0, change: 0, unchanged: 3, error: 0 },
  })
  expect(await products()).toHaveLength(3)
  expect(await it.query('select quantity from inventory order by id')).toEqual([{ quantity: 40 }, { quantity: 12 }, { quantity: 25 }])
})

test('failed rows do not stop the others and are written to a file that can be corrected', async () => {
  const broken = readFileSync(fixture, 'utf8').replace('215.50', '"12,5o"').replace('White peony', 'White peony 2026')
  writeFileSync(file('broken.csv'), broken)
  const { code, out } = await it.run(['import', 'product', file('broken.csv'), '--errors-out', file('rejected.csv')])
  expect(code).toBe(3)
  expect(out.split('\n').slice(0, 3)).toEqual([
    'Import Some Rows Fail',
    `0 created, 1 changed, 1 unchanged, 1 failed → ${file('rejected.csv')}`,
    expect.stringMatching(/^ {2}row 3 {2}Net price {2}"12,5o" {2}\S/),
  ])
  const rejected = readFileSync(file('rejected.csv'), 'utf8').replace('\uFEFF', '').trim().split('\r\n')
  expect(rejected).toHaveLength(2)
  expect(rejected[0]).toBe('Item no.,Product title,Group,Net price,In stock,Remark,error')
  writeFileSync(file('rejected.csv'), rejected.join('\n').replace('"12,5o"', '220'))
  const mended = await it.run(['import', 'product', file('rejected.csv')])
  expect([mended.code, mended.out], mended.err).toEqual([0, 'Import Success\n0 created, 1 changed, 0 unchanged, 0 failed\n'])
})

test('a sheet without a single valid row is a failure', async () => {
  writeFileSync(file('bad.csv'), 'Item no.,Product title,Net price\nTEA-9,Nothing,free\n')
  const { code, out } = await it.run(['import', 'product', file('bad.csv')])
  expect([code, out.split('\n')[0]]).toEqual([1, 'Import Fail'])
})

test('a column mapping given as options is saved under a name and recognized by its header later', async () => {
  const sheet = 'Ref,Heading,Colour\nfirst,Visit us,red\n'
  const args = ['import', 'page', '-', '--format', 'csv', '--column', 'Ref=url', '--column', 'Heading=Title']
  const made = await it.run([...args, '--save-mapping', 'cms', '--json'], { input: sheet })
  expect(made.json, made.err).toMatchObject({ fail: 0, summary: { create: 1 } })
  const found = await it.run(['import', 'page', '-', '--format', 'csv', '--json'], { input: sheet })
  expect(found.json).toMatchObject({ mapping: 'cms', summary: { unchanged: 1 } })
  const list = await it.run(['import', 'mapping', 'list', 'page', '--json'])
  expect(list.json).toEqual([expect.objectContaining({ resource: 'page', name: 'cms', from: 'saved' })])
  expect((await it.run(['import', 'mapping', 'delete', 'page', 'cms'])).code).toBe(0)
  expect((await it.run(['import', 'mapping', 'delete', 'product', 'spree-products'])).code).toBe(6)
})

test('invalid arguments are refused before anything is written', async () => {
  const cases: [string[], number, string][] = [
    [['import', 'prodct', fixture], 5, 'Did you mean product?'],
    [['import', 'order', fixture], 2, 'order cannot be imported.'],
    [['import', 'product', 'nowhere.csv'], 5, 'nowhere.csv cannot be read (ENOENT)'],
    [['import', 'product', fixture, '--mapping', 'suplier'], 5, 'Did you mean supplier?'],
    [['import', 'product', fixture, '--column', 'Titel=name'], 2, 'no column in the sheet called "Titel"'],
    [['import', 'product', fixture, ...columns, '--column', 'Group=categoris'], 2, 'Did you mean categories?'],
    [['import', 'product', fixture, '--language', 'fr'], 2, 'no language "fr"'],
    [['import', 'product', '-'], 2, '--format is required for standard input'],
    [['import', 'product', fixture, '--chunk', '0'], 2, 'whole number'],
    [['export', 'product', '-', '--fields', 'nmae'], 2, 'Did you mean name?'],
  ]
  for (const [args, code, text] of cases) {
    const ran = await it.run(args, { input: 'a,b\n' })
    expect([ran.code, ran.out], args.join(' ')).toEqual([code, ''])
    expect(ran.err).toContain(text)
  }
})

test('more than a thousand rows are refused as a whole, and accepted in chunks', async () => {
  const rows = Array.from({ length: 1_001 }, (_, i) => `big-${i},Page ${i}`)
  writeFileSync(file('big.csv'), `url,title\n${rows.join('\n')}\n`)
  const refused = await it.run(['import', 'page', file('big.csv')])
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.err).toContain('Error: The data can only import 1000 records at a time (file has 1001).')
  expect(refused.err).toContain(`Try: stoa import page ${file('big.csv')} --chunk 1000`)
  const imported = await it.run(['import', 'page', file('big.csv'), '--chunk', '400'], { env: { CI: '1' } })
  expect([imported.code, imported.out]).toEqual([0, 'Import Success\n1001 created, 0 changed, 0 unchanged, 0 failed\n'])
  expect(imported.err).toMatch(/Importing page 100%/)
  expect(imported.err).not.toContain('\r')
})

test('two edited cells of an export are imported as exactly two changes', async () => {
  const out = await it.run(['export', 'product', file('list.csv')])
  expect([out.code, out.out]).toEqual([0, ''])
  const sheet = readFileSync(file('list.csv'), 'utf8')
  writeFileSync(
    file('list.csv'),
    sheet
      .replace('Jasmine pearls', 'Jasmine pearls, spring')
      .replace('96.00', '99.00')
      .replace('Jasmine pearls, spring', '"Jasmine pearls, spring"'),
  )
  const [{ last }] = await it.query('select max(id) as last from audit_log')
  const rehearsed = await it.run(['import', 'product', file('list.csv'), '--dry-run'])
  expect(rehearsed.out).toContain('Check: 0 create, 2 change, 1 unchanged, 0 errors')
  expect(rehearsed.out).toContain('Jasmine pearls → Jasmine pearls, spring')
  const { code, out: output } = await it.run(['import', 'product', file('list.csv')])
  expect([code, output]).toEqual([0, 'Import Success\n0 created, 2 changed, 1 unchanged, 0 failed\n'])
  const lines = await it.query("select changes from audit_log where id > $1 and resource in ('product', 'stock')", [last])
  expect(lines.flatMap((l) => l.changes)).toHaveLength(2)
  expect(JSON.stringify(lines)).toContain('99.00')
})

test('an export replaces a file only with --force, and can be limited to columns, rows and a language', async () => {
  const first = await it.run(['export', 'page', '--ids', '1'])
  expect(first.code, first.err).toBe(0)
  expect(existsSync(file('export list.xlsx'))).toBe(true)
  const again = await it.run(['export', 'page'])
  expect([again.code, again.err]).toEqual([6, expect.stringContaining('already exists')])
  expect((await it.run(['export', 'page', '--force', '--dry-run', '--json'])).json).toMatchObject({
    file: 'export list.xlsx',
    dry_run: true,
  })
  const few = await it.run(['export', 'page', '-', '--fields', 'url,title', '--ids', '1', '--format', 'csv'])
  expect(few.out.replace('\uFEFF', '')).toBe('title,url\r\nVisit us,first\r\n')
  const lines = await it.run(['export', 'product', '-', '--fields', 'product_sku', '--format', 'ndjson', '--language', 'zh-HK'])
  expect(lines.out.trim().split('\n')).toHaveLength(3)
})

test('exporting and reimporting a whole shop changes nothing; --all cannot be combined with a single sheet', async () => {
  const folder = join(it.folder, 'moving')
  const out = await it.run(['export', '--all', folder, '--json'])
  expect(out.code, out.err).toBe(0)
  expect(out.json).toMatchObject({ folder, rows: { product: expect.any(Number) as number } })
  expect((await it.run(['export', '--all', folder])).code).not.toBe(0)
  const back = await it.run(['import', '--all', folder, '--json'])
  expect(back.code, back.err).toBe(0)
  const summaries = Object.values(back.json.summaries as Record<string, { create: number; change: number }>)
  expect(summaries.reduce((n, { create, change }) => n + create + change, 0)).toBe(0)
  expect((await it.run(['import', 'product', '--all', folder])).err).toContain('either product or --all')
  expect((await it.run(['import', '--all', join(it.folder, 'nowhere')])).err).toContain('contains no shop export')
  expect((await it.run(['export'])).err).toContain('Name a resource')
}, 200_000)
