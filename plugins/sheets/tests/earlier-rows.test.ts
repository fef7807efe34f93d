import { beforeEach, expect, test } from 'vitest'
import { definePlugin, defineResource, f, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { importRecords } from '../import/import.ts'

const kin = defineResource({
  name: 't_kin',
  match: 'code',
  fields: { code: f.text({ unique: true }), elder_id: f.maybe(f.one('t_kin')), badge: f.maybe(f.text({ unique: true })) },
})
const shop = suite(['catalogue', 'sheets'], {
  extra: [definePlugin({ id: 't_above', resources: [kin] })],
  tables: `create table t_kin (id bigint generated always as identity primary key, code text not null constraint t_kin_code_unique unique,
      elder_id bigint references t_kin, badge text constraint t_kin_badge_unique unique, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), ext jsonb not null default '{}')`,
})
beforeEach(() => shop.it.kernel.db.pool.query('truncate category, t_kin restart identity cascade'))

const put = (resource: string, lines: readonly string[], o = {}) =>
  importRecords(shop.it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(lines.join('\n')) }, { speak: 'en-US', ...o })

/** The URL of each category and of its parent. */
const categories = async () =>
  (
    await shop.it.kernel.db.rows<{ said: string }>(sql`select c.url || ' in ' || coalesce(p.url, '-') as said
      from category c left join category p on p.id = c.parent_id order by c.url`)
  ).map(({ said }) => said)
const elders = async () =>
  (
    await shop.it.kernel.db.rows<{ said: string }>(
      sql`select k.code || ' of ' || coalesce(e.code, '-') as said from t_kin k left join t_kin e on e.id = k.elder_id order by k.code`,
    )
  ).map(({ said }) => said)

test('a row can name a parent created earlier in the same sheet', async () => {
  const sheet = ['url,title,parent', 'tea,Tea,', 'green,Green,Tea', 'early,Early,Tea > Green', 'white,White,tea']
  expect((await put('category', sheet, { dryRun: true })).summary).toMatchObject({ create: 4, error: 0 })
  expect(await categories()).toEqual([])
  expect((await put('category', sheet)).summary).toMatchObject({ create: 4, error: 0 })
  expect(await categories()).toEqual(['early in green', 'green in tea', 'tea in -', 'white in tea'])
})

// The duplicate badge is found when other rows are already written, so the whole import is repeated row by row.
test.each([
  ['together', []],
  ['one by one', ['Zoe,,1']],
])('a row can refer to one created earlier in the same sheet, written %s', async (_, odd) => {
  const sheet = ['code,elder,badge', 'Ada,,1', 'Bob,Ada,2', 'Cid,bob,', 'Dan,Nobody,', 'Eve,Ada,', ...odd]
  const { summary, errors } = await put('t_kin', sheet)
  expect(errors.map(({ row, column }) => [row, column])).toEqual([[5, 'elder'], ...odd.map(() => [7, 'badge'])])
  expect(summary).toMatchObject({ create: 4, error: 1 + odd.length })
  expect(await elders()).toEqual(['Ada of -', 'Bob of Ada', 'Cid of Bob', 'Eve of Ada'])
})

test('a row can name one that stands below it, and rows that name each other in a cycle are refused', async () => {
  const sheet = ['code,elder', 'Ada,Bob', 'Bob,Cid', 'Cid,', 'Fay,Gus', 'Gus,Fay', 'Hal,Hal', 'Ivy,Fay']
  const { summary, errors, data } = await put('t_kin', sheet)
  expect(summary).toMatchObject({ create: 3, error: 4 })
  expect(data.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(errors.map(({ row, error }) => [row, error.includes('in a cycle')])).toEqual([
    [5, true],
    [6, true],
    [7, true],
    [8, false],
  ])
  expect(await elders()).toEqual(['Ada of Bob', 'Bob of Cid', 'Cid of -'])
  expect((await put('t_kin', sheet, { chunk: 1 })).summary).toMatchObject({ unchanged: 3, error: 4 })
  expect((await put('category', ['url,title,parent', 'early,Early,Tea > Green', 'green,Green,Tea', 'tea,Tea,'])).errors).toEqual([])
  expect(await categories()).toEqual(['early in green', 'green in tea', 'tea in -'])
})

test('a former name no longer matches after an earlier row was renamed', async () => {
  await put('category', ['url,title,parent', 'tea,Tea,', 'pots,Pots,'])
  const { summary, errors } = await put('category', [
    'url,title,parent',
    'tea,Leaves,',
    'green,Green,Leaves',
    'red,Red,Tea',
    'cups,Pots,Leaves',
    'lid,Lid,Pots',
  ])
  expect(errors.map(({ row, value }) => [row, value])).toEqual([[4, 'Tea']])
  expect(summary).toMatchObject({ create: 3, change: 1, error: 1 })
  expect(await categories()).toEqual(['cups in tea', 'green in tea', 'lid in pots', 'pots in -', 'tea in -'])
})
