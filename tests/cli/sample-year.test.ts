import { afterAll, beforeAll, expect, test } from 'vitest'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { midnight, workingTime } from '../../cli/year/days.ts'
import { SeededRandom } from '../../cli/year/random.ts'
import { type Cli, openCli } from './run.ts'

let it: Cli
let filled: Awaited<ReturnType<Cli['run']>>
beforeAll(async () => {
  it = await openCli()
  // No mail server listens on this port: a sent mail would fail and stay unsent.
  filled = await it.run(['seed', 'year', '--orders', '40'], { env: { STOA_SMTP_URL: 'smtp://127.0.0.1:1' } })
}, 240_000)
afterAll(() => it.close())

/** The only value of the only row of the result. */
const queryValue = async (query: string) => Object.values((await it.query(query))[0] ?? {})[0]

test('a small year of sample data is generated month by month, and the doctor finds no errors', async () => {
  expect(filled.err).toMatch(/✓ sales\n/)
  expect(filled.err).toMatch(/\n {2}\d{4}-\d\d\n/)
  expect(filled.code).toBe(0)
  expect(filled.err).toMatch(/Added .*\b[45]\d orders/)
  await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate'])
  const well = await it.run(['doctor', '--json'])
  expect(well.json.checks.filter((c: any) => c.state === 'error')).toEqual([])
})

test('timelines that were lost are rebuilt from the tables of the plugins, completely and without duplicates', async () => {
  const lines = () =>
    it.query(`select dedupe_key as key, person_id, plugin, type, subject_type, subject_id, summary->>'zh-HK' as said, amount_minor, visibility
      from timeline_activity order by dedupe_key`)
  const moments = () => it.query('select occurred_at as at from timeline_activity order by dedupe_key')
  const before = await lines()
  expect(new Set(before.map(({ plugin }) => plugin)).size).toBeGreaterThan(3)
  const again = (await it.run(['timeline', 'rebuild', '--json'])).json.done
  expect(again.filter(({ added }: { added: number }) => added > 0)).toEqual([])
  expect(await lines()).toEqual(before)
  const then = await moments()
  await it.query('delete from timeline_activity')
  const planned = (await it.run(['timeline', 'rebuild', '--dry-run', '--json'])).json
  expect(planned.dry_run).toBe(true)
  expect(await lines()).toEqual([])
  const done = (await it.run(['timeline', 'rebuild', '--json'])).json.done
  expect(done).toEqual(planned.done)
  expect(await lines()).toEqual(before)
  // The simulated clock advances per tick, so rows dated by a database default differ from explicitly dated ones by some hours.
  const apart = (await moments()).map(({ at }, i) => Math.abs(Date.parse(at) - Date.parse(then[i]?.at)) / 3_600_000)
  expect(Math.max(...apart)).toBeLessThan(24)
  expect((await it.run(['timeline', 'rebuild', 'nothing'])).code).toBe(2)
})

test('sample data of a year cannot be generated twice, not even as a dry run', async () => {
  const orders = await queryValue('select count(*)::int from sales_order')
  for (const more of [[], ['--dry-run'], ['--confirm', String(await queryValue('select current_database()'))]]) {
    const again = await it.run(['seed', 'year', '--json', ...more])
    expect(again.code).not.toBe(0)
    expect(again.err).toContain('was filled with a year on')
  }
  expect(await queryValue('select count(*)::int from sales_order')).toBe(orders)
})

test('every date is within the last year, and no record is older than the one it follows from', async () => {
  const dated = await it.query(`select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name = 'created_at' and table_name in (select tablename from pg_tables where schemaname = 'public')`)
  expect(dated.length).toBeGreaterThan(50)
  for (const { table, column } of dated) {
    const late = await queryValue(
      `select count(*)::int from "${table}" where "${column}" > now() or "${column}" < now() - interval '366 days'`,
    )
    expect([table, late]).toEqual([table, 0])
  }
  const spread = await it.query(`select count(distinct date_trunc('month', placed_at))::int as months from sales_order`)
  expect(spread[0]?.months).toBeGreaterThan(8)
  expect(
    await it.query(`select order_number from sales_order where paid_at < placed_at or shipped_at < paid_at or completed_at < shipped_at
      or canceled_at < placed_at or created_at > placed_at + interval '8 days'`),
  ).toEqual([])
  expect(
    await it.query(`select o.order_number from sales_order o join payment p on p.document_type = 'order' and p.document_id = o.id
      join payment_transaction t on t.payment_id = p.id where t.created_at < o.placed_at or p.created_at < o.created_at`),
  ).toEqual([])
  expect(
    await it.query(`select h.id from status_history h join sales_order o on h.document_type = 'order' and h.document_id = o.id
      where h.created_at < o.created_at`),
  ).toEqual([])
})

test('every list in the menu of the admin has something to show', async () => {
  const plugins = (await loadPlugins(listedPlugins([]))).map(({ plugin }) => plugin)
  const tables = new Map(plugins.flatMap(({ resources = [] }) => resources.map((r) => [r.name, r.table ?? r.name] as const)))
  const listed = plugins.flatMap(({ admin }) =>
    (admin?.menu ?? []).flatMap((entry) => ('resource' in entry ? (tables.get(String(entry.resource)) ?? []) : [])),
  )
  expect(listed.length).toBeGreaterThan(25)
  const empty = []
  for (const table of listed) if ((await queryValue(`select count(*)::int from "${table}"`)) === 0) empty.push(table)
  // SMS need a configured provider, ebooks are downloaded by customers, and there is no earlier shop to import orders from.
  const owed = empty.filter((table) => !['sms_message', 'ebook_download', 'order_import'].includes(table))
  expect(owed, 'fill them in by `seed` of their plugin, where `ctx.year` is there').toEqual([])
})

test('order numbers contain the day they were assigned', async () => {
  const wrong = await it.query(`select order_number from sales_order
    where position(to_char(created_at at time zone 'Asia/Hong_Kong', 'YYMMDD') in order_number) = 0`)
  expect(wrong).toEqual([])
})

test('old orders and refunds are closed', async () => {
  const open = await it.query(`select order_number from sales_order
    where placed_at < now() - interval '40 days' and status not in ('completed', 'canceled', 'refunded')`)
  expect(open).toEqual([])
  const refunds = await it.query(`select status, count(*)::int as count from refund
    where created_at < now() - interval '20 days' group by status`)
  expect(refunds.map(({ status }) => status)).toEqual(['completed'])
})

test('no mail is pending, every address is fictitious, and no job from the past is left', async () => {
  expect(await queryValue(`select count(*)::int from mail`)).toBeGreaterThan(50)
  expect(await it.query(`select id from mail where status <> 'sent' or sealed is not null or recipient not like '%.example'`)).toEqual([])
  expect(await it.query(`select id from customer where email not like '%.example'`)).toEqual([])
  expect(await it.query(`select id from graphile_worker.jobs where run_at < now()`)).toEqual([])
})

test('the paid amount of every order equals its captures in the ledger', async () => {
  expect(
    await it.query(`select o.order_number from sales_order o where o.paid_minor <> coalesce((select sum(t.amount_minor) from payment p
      join payment_transaction t on t.payment_id = p.id where p.document_type = 'order' and p.document_id = o.id and t.kind = 'capture'), 0)`),
  ).toEqual([])
})

test('the simulated clock is removed when the year is complete', async () => {
  expect(
    await it.query(`select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'stoa_year'`),
  ).toEqual([])
  expect(await it.query(`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
})

test('a seeded random repeats its sequence for the same name and differs for another', () => {
  const throws = (name: string) =>
    Array.from(
      { length: 20 },
      (
        (random) => () =>
          random.int(1, 6)
      )(new SeededRandom(name)),
    )
  expect(throws('sales')).toEqual(throws('sales'))
  expect(throws('sales')).not.toEqual(throws('people'))
  const random = new SeededRandom('weights')
  expect(new Set(Array.from({ length: 200 }, () => random.pickWeighted({ often: 9, seldom: 1, never: 0 })))).toEqual(
    new Set(['often', 'seldom']),
  )
})

test('staff work from Monday to Saturday, in Hong Kong time', () => {
  const at = (text: string) => workingTime(new Date(text)).toISOString()
  expect(at('2026-11-20T04:00:00Z')).toBe('2026-11-20T04:00:00.000Z')
  expect(at('2026-11-20T12:05:00Z')).toBe('2026-11-21T01:35:00.000Z')
  // A Saturday night: Sunday is skipped.
  expect(at('2026-11-21T15:00:00Z')).toBe('2026-11-23T01:30:00.000Z')
  expect(midnight(new Date('2026-11-20T15:59:00Z')).toISOString()).toBe('2026-11-19T16:00:00.000Z')
})
