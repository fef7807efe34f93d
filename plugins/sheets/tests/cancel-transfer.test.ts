import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { sheetShop, sheetTables } from './shop.ts'
import { createImportHelpers } from './transfers.ts'

const shop = suite(['sheets'], { extra: [sheetShop], tables: sheetTables })
const { plan, decide, state } = createImportHelpers(shop, 't_brand')
const getRun = async (id: number) => (await shop.owner.get(`/api/admin/run/${id}`)).body
const brands = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from t_brand`))?.n
const sheet = ['url,name', ...Array.from({ length: 120 }, (_, n) => `brand-${n},Brand ${n}`)].join('\n')

beforeEach(() => shop.it.kernel.db.pool.query('truncate t_brand, run restart identity cascade; delete from graphile_worker._private_jobs'))

/** Runs an action while a worker waits for a lock on the brands table. */
async function meanwhile(action: () => Promise<unknown>): Promise<void> {
  const holder = await shop.it.kernel.db.pool.connect()
  let working: Promise<void> | undefined
  try {
    await holder.query('begin; lock table t_brand in access exclusive mode')
    working = shop.it.jobs()
    await vi.waitFor(async () => {
      const waits = await shop.it.kernel.db.one(sql`select 1 from pg_locks where relation = 't_brand'::regclass and not granted`)
      expect(waits).toBeDefined()
    }, 10_000)
    await action()
  } finally {
    await holder.query('rollback')
    holder.release()
    await working
  }
}

/** The time a worker needs to notice the cancellation. */
const waitForWorker = () => new Promise((resolve) => setTimeout(resolve, 1_000))

test('an import appears in background jobs with a text summary, without its failed rows', async () => {
  const { id } = await plan(`${sheet}\nbad url!,Odd`)
  expect(await getRun(id)).toMatchObject({
    kind: 'sheets/import',
    title: 'Import: _plural',
    status: 'pending',
    said: ['Checked: 120 new, 0 changed, 0 unchanged, 1 failed. Nothing is saved until the import is confirmed.'],
    link: `transfer/t_brand/import/${id}`,
    cancelable: true,
  })
  await decide(id, 'apply')
  await shop.it.jobs()
  expect((await getRun(id)).said).toEqual(['120 new, 0 changed, 0 unchanged, 1 failed.'])
  expect((await shop.owner.get('/api/admin/transfer')).body.data).toMatchObject([{ id, status: 'completed', answer: {} }])
  expect((await state(id)).answer.import.errors).toHaveLength(1)
})

test('an import canceled while writing saves nothing, and can be resumed', async () => {
  const { id } = await plan(sheet)
  await decide(id, 'apply')
  await meanwhile(async () => {
    expect((await decide(id, 'cancel')).status).toBe(202)
    expect((await getRun(id)).stopping).toBe(true)
    await waitForWorker()
  })
  expect(await state(id)).toMatchObject({ status: 'canceled', answer: { problem: ['Stopped before it finished.'] } })
  expect(await brands()).toBe(0)
  expect((await shop.owner.post(`/api/admin/run/${id}/resume`)).body.status).toBe('to_do')
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed', answer: { import: { summary: { create: 120 } } } })
  expect(await brands()).toBe(120)
})

test('undoing an import cannot be canceled half-way or resumed when done', async () => {
  const { id } = await plan(sheet)
  await decide(id, 'apply')
  await shop.it.jobs()
  await decide(id, 'undo')
  expect((await decide(id, 'cancel')).body.code).toBe('WRONG_STATE')
  expect((await shop.owner.post(`/api/admin/run/${id}/cancel`)).body.code).toBe('WRONG_STATE')
  expect((await getRun(id)).cancelable).toBe(false)
  await shop.it.jobs()
  expect(await getRun(id)).toMatchObject({ status: 'canceled', resumable: false, said: ['120 undone, 0 not changed.'] })
  expect(await brands()).toBe(0)
})

test('a canceled export keeps no file, and can be resumed', async () => {
  await decide((await plan(sheet)).id, 'apply')
  await shop.it.jobs()
  const { id } = (await shop.owner.post('/api/admin/sheet/t_brand/export', { format: 'csv' })).body
  await meanwhile(async () => {
    await shop.owner.post(`/api/admin/run/${id}/cancel`)
    await waitForWorker()
  })
  expect(await getRun(id)).toMatchObject({ status: 'canceled', file: null, resumable: true })
  expect((await shop.owner.get(`/api/admin/transfer/${id}/file`)).body.code).toBe('WRONG_STATE')
  expect(await shop.it.kernel.db.rows(sql`select 1 from run_part where run_id = ${id}`)).toEqual([])
  await shop.owner.post(`/api/admin/run/${id}/resume`)
  await shop.it.jobs()
  expect(await getRun(id)).toMatchObject({ status: 'completed', file: 'export list.csv', said: ['120 records exported.'] })
  expect((await shop.owner.get(`/api/admin/run/${id}/file`)).raw.body.split('\r\n')).toHaveLength(122)
})

test('an import fails if the permission was revoked after the dry run', async () => {
  const clerk = await shop.it.staff(['import t brand', 'create t brand'])
  const mine = createImportHelpers({ it: shop.it, owner: clerk, guest: shop.guest }, 't_brand')
  const { id } = await mine.plan(sheet)
  await mine.decide(id, 'apply')
  await shop.it.kernel.db.run(sql`update role set permission_list = '{}' where id = (
    select a.role_id from account a join run on run.account_id = a.id where run.id = ${id})`)
  await shop.it.jobs()
  const [run] = await shop.it.kernel.db.rows(sql`select status, problem::text like '%import t brand%' as told from run where id = ${id}`)
  expect([run, await brands()]).toEqual([{ status: 'abnormal', told: true }, 0])
})
