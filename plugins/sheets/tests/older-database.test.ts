import { expect, test } from 'vitest'
import { migrationSources } from '../../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../../cli/start/load.ts'
import { migrate, rollback } from '../../../cli/migrate/migrate.ts'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { sheetShop, sheetTables } from './shop.ts'
import { createImportHelpers } from './transfers.ts'

const shop = suite(['sheets'], { extra: [sheetShop], tables: sheetTables })
const { plan, decide, state } = createImportHelpers(shop, 't_brand')

test('imports and exports of an older database are listed, resumed, and reported when failed', async () => {
  const { db } = shop.it.kernel
  const begin = async (code: string) => (await plan(`url,name\n${code},Brand ${code}`)).id as number
  const brands = async () => (await db.rows<{ url: string }>(sql`select url from t_brand order by url`)).map(({ url }) => url)
  // Transfers by their progress when the old version was stopped.
  const old = ['waiting', 'decided', 'killed', 'done', 'undoing', 'begun', 'refused', 'broken', 'gone'] as const
  const ids = new Map<string, number>()
  for (const name of old) ids.set(name, await begin(name))
  for (const name of ['killed', 'done', 'undoing', 'broken', 'gone']) await decide(ids.get(name) ?? 0, 'apply')
  await shop.it.jobs()
  await decide(ids.get('gone') ?? 0, 'undo')
  await shop.it.jobs()
  const [sent, made] = await Promise.all(
    [1, 2].map(() => shop.owner.post('/api/admin/sheet/t_brand/export', { format: 'csv', query: { q: 'x' } })),
  )
  await shop.it.jobs()

  const sources = migrationSources(await loadPlugins(listedPlugins([]))).filter(({ id }) =>
    ['core', ...shop.it.kernel.registry.plugins.map((plugin) => plugin.id)].includes(id),
  )
  expect((await rollback({ url: shop.it.url, sources, to: 'sheets/0003_external_ref' })).at(-1)).toBe('sheets/0004_runs')
  const put = (name: string, status: string, more = sql``) =>
    db.run(sql`update transfer set status = ${status}${more} where id = ${ids.get(name)}`)
  await put('decided', 'approved')
  await put('killed', 'processing', sql`, answer = jsonb_set(answer, '{import,dry_run}', 'true')`)
  await put('undoing', 'processing')
  await put('begun', 'to_do', sql`, answer = null`)
  await put('refused', 'abnormal', sql`, answer = '{"problem": ["Too many rows"]}'`)
  await put('broken', 'abnormal', sql`, answer = '{"problem": ["Given up"]}'`)
  await db.run(sql`update transfer set status = 'processing', answer = null where id = ${sent?.body.id}`)
  await db.run(sql`select graphile_worker.add_job('sheets/apply', '{"id": 1}'::json)`)
  expect((await migrate({ url: shop.it.url, sources }))[0]).toBe('sheets/0004_runs')

  // The ids have changed, so runs are matched by their files.
  const runs = await db.rows<{ id: number; at: number }>(sql`select id, row_number() over (order by id) - 1 as at from run`)
  const now = new Map(old.map((name, i) => [name, runs[i]?.id ?? 0]))
  expect(await db.rows(sql`select 1 from graphile_worker.jobs`)).toEqual([])
  await shop.it.clock('runs/tidy')
  await shop.it.jobs()
  const states = Object.fromEntries(await Promise.all([...now].map(async ([name, id]) => [name, await state(id)] as const)))
  expect(Object.fromEntries(Object.entries(states).map(([name, { status }]) => [name, status]))).toEqual({
    waiting: 'pending',
    decided: 'completed',
    killed: 'completed',
    done: 'completed',
    undoing: 'canceled',
    begun: 'pending',
    refused: 'abnormal',
    broken: 'abnormal',
    gone: 'canceled',
  })
  expect(states.refused.answer).toEqual({ problem: ['Too many rows'] })
  expect(states.undoing.answer.undo).toMatchObject({ undone: 1 })
  expect(await brands()).toEqual(['broken', 'decided', 'done', 'killed'])
  const exported = runs.slice(old.length).map(({ id }) => id)
  for (const id of exported) expect((await shop.owner.get(`/api/admin/transfer/${id}/file`)).raw.body).toContain('url')
  expect(exported).toHaveLength([sent, made].length)

  // Each transfer continues from its state.
  await decide(now.get('waiting') ?? 0, 'apply')
  await decide(now.get('done') ?? 0, 'undo')
  await shop.owner.post(`/api/admin/run/${now.get('broken')}/resume`)
  await shop.it.jobs()
  expect(await brands()).toEqual(['decided', 'killed', 'waiting'])
  expect(await state(now.get('broken') ?? 0)).toMatchObject({ status: 'canceled', answer: { undo: { undone: 1, kept: [] } } })
})
