import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fillSales } from '../../../tests/support/fill-sales.ts'
import { cohortReport } from '../services/cohort-report.ts'
import { customerReport, productReport, salesReport } from '../services/reports.ts'
import { findWrongSums, orderSums } from '../services/summed-days.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp()
  owner = await it.staff('owner')
  await fillSales(it.url, { orders: 400, until: '2026-01-01' })
}, 120_000)
afterAll(() => it.close())
beforeEach(() => it.kernel.db.run(sql`truncate sales_summed_day`))

const read = async (path: string) => (await owner.get(`/api/admin/report/${path}&from=2025-01-01&to=2026-03-31`)).body
/** A run of the job sums 400 days at most. */
const sumAll = async () => {
  for (let n = 0; n < 3; n++) await it.clock('sales/sum-days')
}
const countSummed = async () => (await it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from sales_summed_day`))?.n
const addEntry = (
  day: string,
) => sql`insert into sales_entry (day, kind, order_id, product_id, quantity, gross_minor, net_minor, currency, amount_minor)
  select ${day}::date, 'sale', id, (select min(id) from product), 1, 100, 100, 'HKD', 100 from sales_order limit 1`

test.each(['sales', 'products', 'customer', 'cohorts'])(
  'the report %s is the same before and after its days are summed, by each of its dimensions and by two',
  async (name) => {
    const dimensions = (await read(`${name}?by=`)).dimensions.map((dimension: { name: string }) => dimension.name)
    const paths = dimensions.flatMap((by: string) => [`${name}?by=${by}`, `${name}?by=quarter,${by}`])
    const filter = JSON.stringify(name === 'cohorts' ? { age: ['1'] } : { store: ['2'] })
    paths.push(`${name}?by=month&filter=${filter}`, `${name}/rows?filter=${filter}`)
    const before = await Promise.all(paths.map(read))
    await sumAll()
    expect(await countSummed()).toBeGreaterThan(360)
    for (const [n, path] of paths.entries()) expect(await read(path), path).toEqual(before[n])
    expect(await findWrongSums(it)).toEqual([])
  },
)

test.each(Object.entries({ salesReport, productReport, customerReport, cohortReport }))(
  '%s reads sums for each of its dimensions',
  (_, report) => {
    const readsLedger = Object.entries(report.dimensions).filter(
      ([, { column }]) => column !== 'day' && !report.sums?.some(({ columns }) => columns.includes(column)),
    )
    expect(readsLedger).toEqual([])
  },
)

test('a change of any column of orders in the sums deletes the marks of their days', async () => {
  const trigger = await it.kernel.db.one<{ definition: string }>(
    sql`select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'sales_order_of_sums_changed'`,
  )
  const columns = Object.entries(orderSums.keys).filter(([, value]) => value.text.startsWith('o.'))
  expect(columns.length).toBeGreaterThan(5)
  for (const [name] of columns) expect(trigger?.definition).toContain(`new.${name}`)
})

test('the sums of removed orders are removed', async () => {
  await it.kernel.db
    .run(sql`insert into sales_order (order_number, email, language, currency, subtotal_minor, total_minor, base_total_minor, paid_minor,
      status, paid_at, placed_at, source, imported_from)
    values ('OLD-1', 'old@fill.example', 'en-US', 'HKD', 0, 0, 0, 0, 'completed', '2024-12-24 12:00:00+08', now(), 'import', 'Old shop')`)
  await sumAll()
  const countOld = () => it.kernel.db.rows(sql`select 1 from sales_order_day where day < '2025-01-01'`)
  expect(await countOld()).toHaveLength(1)
  await it.kernel.db.run(sql`delete from sales_order where order_number = 'OLD-1'`)
  await sumAll()
  expect(await countOld()).toEqual([])
})

test('today is not summed, and an entry of today is in the report at once', async () => {
  await sumAll()
  expect(await it.kernel.db.rows(sql`select 1 from sales_summed_day where day >= business_day()`)).toEqual([])
})

test('an entry that is added to a summed day is in the report at once, and the day is summed again', async () => {
  await sumAll()
  const before = await read('sales?by=day')
  const summed = await countSummed()
  await it.kernel.db.run(addEntry('2025-06-15'))
  expect(await countSummed()).toBe((summed ?? 0) - 1)
  const after = await read('sales?by=day')
  const net = (report: any) => report.totals[report.measures.findIndex(({ name }: { name: string }) => name === 'net')]
  expect(Number(net(after)) - Number(net(before))).toBeCloseTo(1)
  await sumAll()
  expect(await countSummed()).toBe(summed)
  expect(await read('sales?by=day')).toEqual(after)
})

test('a day waits for transactions that still add to it', async () => {
  await sumAll()
  const client = new pg.Client({ connectionString: it.url })
  await client.connect()
  await client.query(`delete from sales_summed_day where day = '2025-07-15'`)
  await client.query('begin')
  const { text, values } = addEntry('2025-07-15')
  await client.query(text, values)
  const running = it.clock('sales/sum-days')
  await waitForLock()
  await client.query('commit')
  await client.end()
  await running
  expect(await it.kernel.db.rows(sql`select 1 from sales_summed_day where day = '2025-07-15'`)).toHaveLength(1)
  expect(await findWrongSums(it)).toEqual([])
})

/** Waits until a transaction waits for the lock of a day. */
async function waitForLock(): Promise<void> {
  for (let n = 0; n < 200; n++) {
    if (await it.kernel.db.one(sql`select 1 from pg_locks where locktype = 'advisory' and not granted limit 1`)) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('nothing waits for the transaction')
}

test('two runs at once sum every day once', async () => {
  await Promise.all([it.clock('sales/sum-days'), it.clock('sales/sum-days')])
  expect(await findWrongSums(it)).toEqual([])
})
