import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { id, sql } from '../../core/db/sql.ts'
import { defineJob } from '../../core/events/queueable.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp([])
  await it.kernel.db.run(sql`create table jar (id int primary key, label text not null)`)
})
afterAll(() => it.close())
beforeEach(() => it.kernel.db.run(sql`truncate jar`))

const put = (id: number, label = 'tea') => sql`insert into jar values (${id}, ${label})`
const ids = async () => (await it.kernel.db.rows<{ id: number }>(sql`select id from jar order by id`)).map((r) => r.id)

test('statements sent together run in the order they were sent', async () => {
  const seen = await it.kernel.work((tx) =>
    Promise.all([tx.run(put(1)), tx.one<{ n: number }>(sql`select count(*)::int as n from jar`), tx.run(put(2))]),
  )
  expect(seen).toEqual([1, { n: 1 }, 1])
  expect(await ids()).toEqual([1, 2])
})

test('of statements sent together one that fails undoes all, and its reason is told', async () => {
  const both = it.kernel.work((tx) => Promise.all([tx.run(put(1)), tx.run(put(1)), tx.run(put(2))]))
  await expect(both).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

test('a transaction whose failed statement nobody looked at is not taken for done', async () => {
  const careless = it.kernel.work(async (tx) => {
    await tx.run(put(1))
    await tx.run(put(1)).catch(() => undefined)
    return 'fine'
  })
  await expect(careless).rejects.toThrow('was undone')
  expect(await ids()).toEqual([])
})

test('a write nobody waits for is done in its turn, and undoes all when it fails', async () => {
  const seen = await it.kernel.work(async (tx) => {
    tx.send(put(1))
    return tx.one<{ n: number }>(sql`select count(*)::int as n from jar`)
  })
  expect(seen).toEqual({ n: 1 })
  const refused = it.kernel.work(async (tx) => {
    await tx.run(put(2))
    tx.send(put(2))
  })
  await expect(refused).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([1])
})

test('a write nobody waits for fails the savepoint it was sent in, and that alone', async () => {
  await it.kernel.work(async (tx) => {
    tx.send(put(1))
    await expect(tx.savepoint(async () => tx.send(put(1)))).rejects.toMatchObject({ code: '23505' })
    tx.send(put(3))
  })
  expect(await ids()).toEqual([1, 3])
})

test('a job that cannot be queued takes what was written with it', async () => {
  const unqueued = it.kernel.work(async (tx) => {
    await tx.run(put(1))
    tx.enqueue(defineJob({ name: `core/${'x'.repeat(200)}`, payload: {} }), {})
  })
  await expect(unqueued).rejects.toThrow('tasks_identifier_check')
  expect(await ids()).toEqual([])
})

test('a savepoint that fails leaves the rest of its transaction standing', async () => {
  await it.kernel.work(async (tx) => {
    await tx.run(put(1))
    await expect(tx.savepoint(() => Promise.all([tx.run(put(2)), tx.run(put(2))]))).rejects.toMatchObject({ code: '23505' })
    await tx.run(put(3))
  })
  expect(await ids()).toEqual([1, 3])
})

test('what transactions ask again and again is parsed once per connection, also when it is asked side by side, and a failure of it changes nothing', async () => {
  const prepared = sql`select count(*)::int as n from pg_prepared_statements where statement like 'insert into jar values%'`
  for (let id = 1; id <= 4; id++) await it.kernel.work((tx) => tx.run(put(id)))
  const seen = await it.kernel.work(async (tx) => {
    await Promise.all([5, 6, 7].map((id) => tx.run(put(id))))
    return tx.one<{ n: number }>(prepared)
  })
  expect(seen).toEqual({ n: 1 })
  await expect(it.kernel.work((tx) => tx.run(put(7)))).rejects.toMatchObject({ code: '23505' })
  await it.kernel.work((tx) => tx.run(put(8)))
  expect(await ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('texts that hardly ever come again are not kept on connections', async () => {
  const kept = sql`select count(*)::int as n from pg_prepared_statements where statement like '%from jar as many%'`
  const seen = await it.kernel.work(async (tx) => {
    for (let n = 0; n < 40; n++) await tx.rows(sql`select ${n}::int as n, ${id(`c${n}`)}.id from jar as many, jar as ${id(`c${n}`)}`)
    return tx.one<{ n: number }>(kept)
  })
  expect(seen).toEqual({ n: 0 })
})
