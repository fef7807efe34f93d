import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql as statement } from 'stoa'
import { expectRowsToAddUp, readReport } from '../../../tests/support/report.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { checkFacts, checkReportFiles, tryFacts } from '../services/files/check-facts.ts'
import { readReportFile } from '../services/files/load-report-files.ts'
import { formatProblem } from '../services/files/report-file.ts'
import { toReport } from '../services/files/to-report.ts'
import { readGroups } from '../services/read-report.ts'
import { toRequest } from '../services/request.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-report-files-'))
const title = (text: string) => ({ 'en-US': text })

/** Orders by language of the buyer. */
const valid = {
  title: { 'en-US': 'Orders by language', 'zh-HK': '訂單語言' },
  permission: 'get sales report',
  sql: [
    'select o.id, (o.paid_at at time zone :time_zone)::date as day, o.language, o.order_number, e.net_minor as net',
    'from sales_order o join sales_entry e on e.order_id = o.id and e.orders = 0',
    'where (o.paid_at at time zone :time_zone)::date between :from and :to',
  ],
  dimensions: { language: { title: title('Language'), column: 'language' } },
  measures: {
    orders: { title: title('Orders'), type: 'count', distinct: 'id' },
    net: { title: title('Net'), type: 'money', sum: 'net' },
    average: { title: title('Average'), type: 'money', ratio: ['net', 'orders'] },
    costs: { title: title('Costs'), type: 'money', sum: 'net', permission: 'see order cost' },
  },
  group_by: ['language'],
  chart: { kind: 'bar', measures: ['net'] },
  rows: [{ title: title('Order'), column: 'order_number', type: 'text' }],
}

let shop: Shop
beforeAll(async () => {
  mkdirSync(join(folder, 'reports'))
  writeFileSync(join(folder, 'reports', 'languages.json'), JSON.stringify(valid))
  writeFileSync(join(folder, 'reports', 'broken.json'), '{ "title": ')
  const stores = {
    ...valid,
    sql: 'select s.id, s.code from store s',
    permission: 'get store',
    dimensions: {},
    measures: { stores: { title: title('Stores'), type: 'count', distinct: 'id' } },
    group_by: [],
    chart: { kind: 'bar', measures: ['stores'] },
    rows: [],
  }
  writeFileSync(join(folder, 'reports', 'own_stores.json'), JSON.stringify(stores))
  writeFileSync(join(folder, 'reports', 'all_stores.json'), JSON.stringify({ ...stores, scope: 'none' }))
  shop = await openShop({ env: { STOA_SHOP: folder } }, ['reports', 'stores'])
  const tea = await shop.stock(50, '100.00')
  for (const quantity of [1, 2]) {
    const { id } = await shop.buy(tea, quantity)
    fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
  }
})
afterAll(async () => {
  await shop.it.close()
  rmSync(folder, { recursive: true })
})

test('a file of the shop is a report with its titles, totals, rows and rights', async () => {
  const report = await readReport(shop.owner, 'languages?period=today')
  expect([report.total('orders'), report.total('net'), report.total('average')]).toEqual(['2', '300.00', '150.00'])
  expect(report.labels).toEqual([['en-US']])
  await expectRowsToAddUp(shop.owner, 'languages', 'period=today')
  const clerk = await shop.it.staff(['get sales report'])
  const list = fine(await clerk.get('/api/admin/report')).body.data
  expect(list.find(({ name }: { name: string }) => name === 'languages')).toEqual({ name: 'languages', title: 'Orders by language' })
  expect((await readReport(clerk, 'languages?period=today')).measures).toEqual(['orders', 'net', 'average'])
  expect((await (await shop.it.staff(['get order'])).get('/api/admin/report/languages')).status).toBe(403)
  const csv = await shop.owner.get('/api/admin/report/languages/export?period=today&format=csv')
  expect(String(csv.raw.body)).toContain('Language,Orders,Net (HKD)')
})

test('a reader counts the rows in their scope, unless the file says that there is none', async () => {
  for (const code of ['central', 'north']) fine(await shop.owner.post('/api/admin/store', { code, name: code }))
  const clerk = await shop.it.staff(['get store'])
  expect((await readReport(clerk, 'own_stores')).total('stores')).toBe('0')
  expect((await readReport(clerk, 'all_stores')).total('stores')).toBe('2')
  expect((await readReport(shop.owner, 'own_stores')).total('stores')).toBe('2')
})

test('the check of the shop names the file and the key of each mistake, and passes over valid files', async () => {
  const found = await checkReportFiles(shop.it.kernel)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^reports\/broken\.json: This is no JSON/)
})

/** The problems of a file that differs from the valid one. */
async function findProblems(change: object): Promise<string[]> {
  const path = join(folder, 'tried.json')
  writeFileSync(path, JSON.stringify({ ...valid, ...change }))
  const read = readReportFile(shop.it.kernel, path, 'tried.json')
  return ('problems' in read ? read.problems : await checkFacts(shop.it.kernel, read)).map(formatProblem)
}

describe('a file is refused', () => {
  test.each<[string, object, string]>([
    [
      'without a permission that exists',
      { permission: 'get everything' },
      'tried.json: permission: There is no permission "get everything"',
    ],
    ['with an unknown key', { colour: 'red' }, 'tried.json: colour: '],
    [
      'with a measure of an unknown type',
      { measures: { net: { title: title('Net'), type: 'euro', sum: 'net' } } },
      'tried.json: measures.net.type: It must be one of money, count,',
    ],
    [
      'with a measure without a computation',
      { measures: { net: { title: title('Net'), type: 'money' } } },
      'tried.json: measures.net: It needs one of',
    ],
    [
      'with a measure that is computed from itself',
      {
        measures: {
          a: { title: title('A'), type: 'percent', ratio: ['b', 'net'] },
          b: { title: title('B'), type: 'percent', ratio: ['a', 'net'] },
          net: { title: title('Net'), type: 'money', sum: 'net' },
        },
      },
      'tried.json: measures.a: It is computed from itself.',
    ],
    [
      'with an unknown measure in its chart',
      { chart: { kind: 'bar', measures: ['tax'] } },
      'tried.json: chart.measures: There is no measure "tax".',
    ],
    ['with an unknown dimension', { group_by: ['country'] }, 'tried.json: group_by: There is no dimension "country".'],
    ['that writes', { sql: 'delete from sales_order returning id' }, 'tried.json: sql: It must be one SELECT.'],
    ['that writes within a query', { sql: 'with gone as (delete from store returning id) select id from gone' }, 'tried.json: sql: '],
    ['with two statements', { sql: 'select 1 as id; drop table store' }, 'tried.json: sql: It must be one statement'],
    ['that does not run', { sql: 'select id from sales_order where colour = 1' }, 'tried.json: sql: column "colour" does not exist'],
    [
      'without a column it names',
      { sql: 'select id, language, order_number from sales_order' },
      'tried.json: sql: It has no column "net".',
    ],
    [
      'that reads hashes of passwords',
      { sql: 'select id, password_hash from account' },
      'tried.json: sql: column "password_hash" does not exist',
    ],
    ['that reads tables of no resource', { sql: 'select 1 as id, token_hash from session' }, 'tried.json: sql: '],
    [
      'that reads a table past its columns',
      { sql: 'select a.id, a::text as x from public.account a' },
      'tried.json: sql: It may not read "account"',
    ],
  ])('%s', async (_, change, problem) => {
    const [first = ''] = await findProblems(change)
    expect(first).toContain(problem)
  })

  test('and the valid one is accepted', async () => {
    expect(await findProblems({})).toEqual([])
  })
})

test('a whole row of a table has only the columns that a file may read', async () => {
  const path = join(folder, 'whole.json')
  writeFileSync(
    path,
    JSON.stringify({
      ...valid,
      sql: "select id, current_date as day, to_jsonb(a)::text as language, '' as order_number, 0 as net from account a where :from <= :to",
    }),
  )
  const read = readReportFile(shop.it.kernel, path, 'whole.json')
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  expect(await checkFacts(shop.it.kernel, read)).toEqual([])
  const request = toRequest(shop.it.ctx, read.name, toReport(shop.it.kernel, read.name, read.parsed))
  const { groups } = await readGroups(shop.it.ctx, request, request.period)
  expect(groups.length).toBeGreaterThan(0)
  expect(JSON.stringify(groups)).not.toContain('password')
})

test('the statement of a file cannot write, whatever it calls', async () => {
  await shop.it.kernel.db.run(statement`create sequence written`)
  const path = join(folder, 'writing.json')
  const sql =
    "select nextval(lower('WRITTEN')::regclass) as id, current_date as day, '' as language, '' as order_number, 0 as net where :from <= :to"
  writeFileSync(path, JSON.stringify({ ...valid, sql }))
  const read = readReportFile(shop.it.kernel, path, 'writing.json')
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  expect(await tryFacts(shop.it.kernel, read)).toMatchObject({ problem: expect.stringContaining('read-only transaction') })
})
