import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cli, openCli } from './run.ts'

/** `stoa import` for a sheet without a saved mapping, and its output when it is interrupted. */
let it: Cli
const file = (name: string, text: string) => {
  writeFileSync(join(it.folder, name), text)
  return join(it.folder, name)
}

beforeAll(async () => {
  it = await openCli()
  await it.query("insert into warehouse (code, name) values ('main', 'Main')")
})
afterAll(() => it.close())

const oldShop = `Code,Parent,Title,Kind,Colour,Cost,Left
M-red,MUG,,Colour,Red,5,3
CUP,,Cup,,,4,1
MUG,,Mug,,,,
M-blue,MUG,,,Blue,5,2
`
const importOptions = [
  ...[
    'Code=product_sku?Parent=',
    'Code=stock_sku?Cost!=',
    'Title=name',
    'Kind=option1_key',
    'Colour=option1_value',
    'Cost=price',
    'Left=quantity',
  ],
].flatMap((mapping) => ['--column', mapping])
importOptions.push('--group', 'Parent', '--group', 'Code', '--inherit', 'Kind', '--constant', 'warehouse=main')

test('options describe variants in rows of their own, names inherited from the row above, and constants', async () => {
  const sheet = file('old.csv', oldShop)
  const first = await it.run(['import', 'product', sheet, ...importOptions, '--json'])
  expect(first.code, first.err).toBe(0)
  expect(first.json.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 0 })
  expect(
    await it.query(`select p.sku, s.sku as code, s.values, i.quantity from stock s join product p on p.id = s.product_id
      join inventory i on i.stock_id = s.id order by s.sku`),
  ).toEqual([
    { sku: 'CUP', code: 'CUP', values: {}, quantity: 1 },
    { sku: 'MUG', code: 'M-blue', values: { colour: 'blue' }, quantity: 2 },
    { sku: 'MUG', code: 'M-red', values: { colour: 'red' }, quantity: 3 },
  ])
  expect((await it.run(['import', 'product', sheet, ...importOptions, '--json'])).json.summary).toMatchObject({ unchanged: 2 })
})

test('a column mapped twice fills both fields', async () => {
  const sheet = file('flat.csv', 'No,What\nF-1,Kettle\n')
  const columns = ['No=product_sku', 'No=stock_sku', 'What=name', 'What=meta_title'].flatMap((mapping) => ['--column', mapping])
  const { code, err } = await it.run(['import', 'product', sheet, ...columns, '--constant', 'price=7'])
  expect(code, err).toBe(0)
  expect(
    await it.query(`select p.sku, s.sku as code, p.meta_title->>'en-US' as title, s.price_minor::int as price
    from product p join stock s on s.product_id = p.id where p.sku = 'F-1'`),
  ).toEqual([{ sku: 'F-1', code: 'F-1', title: 'Kettle', price: 700 }])
})

test('a constant for an unknown field and a grouping by an unknown column are refused by name', async () => {
  const sheet = file('flat.csv', 'product_sku,name\nF-2,Kettle\n')
  const constant = await it.run(['import', 'product', sheet, '--constant', 'warehose=main'])
  expect([constant.code, constant.err]).toEqual([2, expect.stringContaining('warehose')])
  const group = await it.run(['import', 'product', sheet, '--group', 'Parent'])
  expect([group.code, group.err]).toEqual([2, expect.stringContaining('Parent')])
})

test('a dry run exits with the code of the import', async () => {
  const sheet = file('half.csv', 'product_sku,name,brand,url\nH-1,Good,,\nH-2,,,\n')
  const rehearsed = await it.run(['import', 'product', sheet, '--dry-run'])
  expect([rehearsed.code, rehearsed.out.split('\n')[0]]).toEqual([3, 'Check: 1 create, 0 change, 0 unchanged, 1 errors'])
  expect((await it.run(['import', 'product', sheet])).code).toBe(3)
})

test('an import stopped by Ctrl-C reports what is saved and resumes when it is run again', async () => {
  const count = 4_000
  const sheet = file('big.csv', `product_sku,name\n${Array.from({ length: count }, (_, i) => `BIG-${i},Item ${i}`).join('\n')}\n`)
  const stood = async () => (await it.query<{ n: number }>("select count(*)::int as n from product where sku like 'BIG-%'"))[0]?.n ?? 0
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/bin.mjs'), 'import', 'product', sheet, '--chunk', '100'], {
    cwd: it.folder,
    env: { ...process.env, ...it.env },
  })
  let output = ''
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  while ((await stood()) < 200 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  const [, reportedCount] = /Canceled: (\d+) records were saved/.exec(output) ?? []
  const left = await stood()
  expect(left).toBeLessThan(count)
  // The transaction in progress may have been committed too.
  expect([left, left - 100]).toContain(Number(reportedCount))
  expect(output).toContain('run the same command again')
  const again = await it.run(['import', 'product', sheet, '--chunk', '100', '--json'])
  expect(again.json.summary).toEqual({ create: count - left, change: 0, unchanged: left, error: 0 })
})

test('an import is undone by its id, with a dry run first', async () => {
  const sheet = file('undo.csv', 'product_sku,name,price,stock_sku,warehouse,quantity\nU-1,Kettle,7,U-1,main,3\nU-2,Pot,8,U-2,main,1\n')
  const first = await it.run(['import', 'product', sheet, '--json'])
  expect([first.code, first.json.summary.create]).toEqual([0, 2])
  const { id } = first.json
  expect(id).toEqual(expect.any(Number))
  const changed = file('undo.csv', 'product_sku,name,price,stock_sku,warehouse,quantity\nU-1,Kettle,9,U-1,main,8\nU-2,Pan,8,U-2,main,1\n')
  const second = await it.run(['import', 'product', changed])
  expect(second.err).toMatch(/Take it back: stoa import --undo \d+/)
  const names = () => it.query("select name->>'en-US' as name from product where sku like 'U-%' and deleted_at is null order by sku")
  // Records that were changed since are kept and listed.
  const early = await it.run(['import', '--undo', `${id}`, '--dry-run', '--json'])
  expect([early.code, early.json]).toMatchObject([1, { id, resource: 'product', dry_run: true, undone: 0, kept: [{}, {}] }])
  const later = Number(/--undo (\d+)/.exec(second.err)?.[1])
  const plan = await it.run(['import', '--undo', `${later}`, '--dry-run', '--json'])
  expect([plan.code, plan.json]).toEqual([0, { id: later, resource: 'product', dry_run: true, undone: 2, kept: [] }])
  expect(await names()).toEqual([{ name: 'Kettle' }, { name: 'Pan' }])
  const undone = await it.run(['import', '--undo', `${later}`])
  expect([undone.code, undone.out], undone.err).toEqual([0, expect.stringContaining('2 rows undone')])
  expect(await names()).toEqual([{ name: 'Kettle' }, { name: 'Pot' }])
  expect(
    await it.query(
      "select barcode, price_minor::int as price, quantity from stock s join inventory i on i.stock_id = s.id where sku = 'U-1'",
    ),
  ).toEqual([{ barcode: null, price: 700, quantity: 3 }])
  const again = await it.run(['import', '--undo', `${later}`])
  expect([again.code, again.err]).toEqual([6, expect.stringContaining('was already undone')])
  // The inventory of one product was changed since.
  const partly = await it.run(['import', '--undo', `${id}`, '--json'])
  expect([partly.code, partly.json]).toMatchObject([3, { dry_run: false, undone: 1, kept: [{ resource: 'product' }] }])
  expect(await names()).toEqual([{ name: 'Kettle' }])
  const missingImport = await it.run(['import', '--undo', '999999'])
  expect([missingImport.code, missingImport.err]).toEqual([5, expect.stringContaining('999999')])
  expect((await it.run(['import', 'product', '--undo', `${id}`])).code).toBe(2)
})

test('an interrupted import in chunks can be undone; a dry run and an import without changes leave no record', async () => {
  const imports = () => it.query("select id, status, done from run where kind = 'sheets/import' order by id")
  const before = (await imports()).length
  const rows = Array.from({ length: 30 }, (_, n) => `C-${n},Cup ${n},${n === 25 ? 'x' : '5'},C-${n}`)
  const sheet = file('chunks.csv', `product_sku,name,price,stock_sku\n${rows.join('\n')}\n`)
  await it.run(['import', 'product', sheet, '--dry-run'])
  expect(await imports()).toHaveLength(before)
  const some = await it.run(['import', 'product', sheet, '--chunk', '10', '--json'])
  expect([some.code, some.json.summary]).toMatchObject([3, { create: 29, error: 1 }])
  expect((await imports()).at(-1)).toEqual({ id: some.json.id, status: 'completed', done: 29 })
  const same = await it.run(['import', 'product', sheet, '--chunk', '10', '--json'])
  expect(same.json).not.toHaveProperty('id')
  expect(await imports()).toHaveLength(before + 1)
  expect((await it.run(['import', '--undo', `${some.json.id}`, '--json'])).json).toMatchObject({ undone: 29, kept: [] })
  expect(await it.query("select 1 from product where sku like 'C-%' and deleted_at is null")).toEqual([])
})
