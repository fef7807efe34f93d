import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { id, sql } from '../../core/db/sql.ts'
import type { Tx } from '../../core/db/transaction.ts'
import { defineJob } from '../../core/events/job-definition.ts'
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

test('statements sent concurrently run in the order they were sent', async () => {
  const results = await it.kernel.transaction((tx) =>
    Promise.all([tx.run(put(1)), tx.one<{ n: number }>(sql`select count(*)::int as n from jar`), tx.run(put(2))]),
  )
  expect(results).toEqual([1, { n: 1 }, 1])
  expect(await ids()).toEqual([1, 2])
})

test('one failed statement among concurrent ones rolls back all, and its error is returned', async () => {
  const both = it.kernel.transaction((tx) => Promise.all([tx.run(put(1)), tx.run(put(1)), tx.run(put(2))]))
  await expect(both).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

test('a statement sent after its transaction ended is refused and writes nothing', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failed = it.kernel.transaction(async (tx) => {
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => tx.run(put(7)))
    late.catch(() => undefined)
    await Promise.all([late, tx.run(put(1)).then(() => Promise.reject(new Error('refused')))])
  })
  await expect(failed).rejects.toThrow('refused')
  await expect(late).rejects.toThrow('a transaction that is over')
  expect(await ids()).toEqual([])
})

test('a transaction with an ignored failed statement is not committed', async () => {
  const careless = it.kernel.transaction(async (tx) => {
    await tx.run(put(1))
    await tx.run(put(1)).catch(() => undefined)
    return 'fine'
  })
  await expect(careless).rejects.toThrow('was undone')
  expect(await ids()).toEqual([])
})

test('of concurrent statements the first failure is returned, not those refused after it', async () => {
  // A sequence is not rolled back: the function raises a deadlock error twice and then succeeds.
  await it.kernel.db.run(sql`create sequence tries`)
  await it.kernel.db.run(sql`create function stuck() returns int language plpgsql as $$
    begin if nextval('tries') % 3 <> 0 then raise 'stuck' using errcode = '40P01'; end if; return 1; end $$`)
  const stuck = sql`select stuck()`
  const statement = sql`select 1`
  const accounts = (tx: Tx) => tx.query({ name: 'account' } as never) as unknown as { whereRaw(text: string): PromiseLike<unknown> }
  // The next statement comes from the transaction, a savepoint or a model: each is rejected because of the first failure.
  const after = (more: (tx: Tx) => unknown) => (tx: Tx) => {
    void tx.run(stuck)
    return more(tx)
  }
  for (const attempt of [
    after((tx) => tx.one(statement)),
    after((tx) => tx.savepoint(() => tx.one(statement))),
    after((tx) => accounts(tx).whereRaw('id > 0')),
    // A model wraps errors of its own statements.
    (tx: Tx) => accounts(tx).whereRaw('(select stuck()) = 1'),
  ]) {
    let tries = 0
    // oxlint-disable-next-line no-await-in-loop
    await it.kernel.transaction(async (tx) => {
      tries++
      await attempt(tx)
    })
    expect(tries).toBe(3)
  }
  await it.kernel.transaction(async (tx) => {
    await tx.run(put(1))
    const refused = tx.savepoint(() => {
      void tx.run(put(1))
      return tx.one(statement)
    })
    await expect(refused).rejects.toMatchObject({ code: '23505' })
    // A failure in one savepoint is not reported for the next.
    await expect(tx.savepoint(() => tx.run(sql`select 1 / 0`))).rejects.toMatchObject({ code: '22012' })
    await tx.run(put(3))
  })
  expect(await ids()).toEqual([1, 3])
})

test('a job that cannot be queued rolls back what was written with it', async () => {
  const unqueued = it.kernel.transaction(async (tx) => {
    await tx.run(put(1))
    tx.enqueue(defineJob({ name: `core/${'x'.repeat(200)}`, payload: {} }), {})
  })
  await expect(unqueued).rejects.toThrow('tasks_identifier_check')
  expect(await ids()).toEqual([])
})

test('a failed savepoint keeps the rest of its transaction', async () => {
  await it.kernel.transaction(async (tx) => {
    await tx.run(put(1))
    await expect(tx.savepoint(() => Promise.all([tx.run(put(2)), tx.run(put(2))]))).rejects.toMatchObject({ code: '23505' })
    await tx.run(put(3))
  })
  expect(await ids()).toEqual([1, 3])
})

test('a repeated statement in transactions is prepared once per connection, concurrently too, and survives a failure', async () => {
  const prepared = sql`select count(*)::int as n from pg_prepared_statements where statement like 'insert into jar values%'`
  for (let id = 1; id <= 4; id++) await it.kernel.transaction((tx) => tx.run(put(id)))
  const result = await it.kernel.transaction(async (tx) => {
    await Promise.all([5, 6, 7].map((id) => tx.run(put(id))))
    return tx.one<{ n: number }>(prepared)
  })
  expect(result).toEqual({ n: 1 })
  await expect(it.kernel.transaction((tx) => tx.run(put(7)))).rejects.toMatchObject({ code: '23505' })
  await it.kernel.transaction((tx) => tx.run(put(8)))
  expect(await ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('rarely repeated statements are not prepared on connections', async () => {
  const countQuery = sql`select count(*)::int as n from pg_prepared_statements where statement like '%from jar as many%'`
  const result = await it.kernel.transaction(async (tx) => {
    for (let n = 0; n < 40; n++) await tx.rows(sql`select ${n}::int as n, ${id(`c${n}`)}.id from jar as many, jar as ${id(`c${n}`)}`)
    return tx.one<{ n: number }>(countQuery)
  })
  expect(result).toEqual({ n: 0 })
})

test('a repeated statement outside transactions is prepared once per connection too', async () => {
  const { db } = it.kernel
  await Promise.all(Array.from({ length: 8 }, () => db.rows(sql`select label as outside from jar`)))
  await db.rows(sql`select label as outside from jar`)
  const result = await db.one(sql`select count(*)::int as n from pg_prepared_statements where statement like '%label as outside%'`)
  expect(result).toEqual({ n: 1 })
})

test('a table with a new column is still read through prepared statements, in transactions and outside', async () => {
  const { db } = it.kernel
  await db.run(put(1))
  const inside = () => it.kernel.transaction((tx) => tx.one(sql`select * from jar where id = 1`))
  const outside = () => db.one(sql`select * from jar where id < 2`)
  for (let n = 0; n < 6; n++) await Promise.all([inside(), outside()])
  await db.run(sql`alter table jar add column lid text`)
  try {
    const row = { id: 1, label: 'tea', lid: null }
    expect([await inside(), await outside(), await inside(), await outside()]).toEqual([row, row, row, row])
  } finally {
    await db.run(sql`alter table jar drop column lid`)
  }
})
