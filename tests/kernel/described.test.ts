import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { ask } from '../../core/db/statement.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
let client: pg.Client
let described = 0
beforeAll(async () => {
  it = await testApp([])
  await it.kernel.db.run(sql`create table jar (id int primary key, label text, filled timestamptz)`)
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.run(sql`truncate jar`)
  client = new pg.Client({ connectionString: it.kernel.db.url, pipeline: true })
  await client.connect()
  described = 0
  const { connection } = client as unknown as { connection: { describe(of: object): void } }
  const own = connection.describe
  connection.describe = (of) => {
    described++
    own.call(connection, of)
  }
  return () => client.end()
})

const jars = (values: unknown[] = [0], name = 'jars') =>
  ask(client, { name, text: 'select id, label, filled, id * 10000000000 as far from jar where id > $1 order by id', values })
const put = (id: number, label: string | null) =>
  ask(client, { name: 'put', text: 'insert into jar values ($1, $2, $3)', values: [id, label, '2026-11-27T08:00:00Z'] })

describe('a prepared statement', () => {
  test('is described once on a connection, and read the same way ever after', async () => {
    await put(1, 'tea')
    await put(2, null)
    const [first, again, later] = [await jars(), await jars(), await jars([1])]
    expect(described).toBe(1 + 2)
    const both = [
      { id: 1, label: 'tea', filled: '2026-11-27T08:00:00.000Z', far: 10_000_000_000 },
      { id: 2, label: null, filled: '2026-11-27T08:00:00.000Z', far: 20_000_000_000 },
    ]
    expect(first.rows).toEqual(both)
    expect(again.rows).toEqual(both)
    expect(later.rows).toEqual(both.slice(1))
    expect(again.fields.map((field) => field.name)).toEqual(['id', 'label', 'filled', 'far'])
  })

  test('gives every asker rows of its own', async () => {
    await put(1, 'tea')
    const [first, again] = [await jars(), await jars()]
    Object.assign(first.rows[0], { label: 'spoilt' })
    expect(again.rows).toEqual([expect.objectContaining({ label: 'tea' })])
    expect((await jars([5])).rows).toEqual([])
    expect((await jars()).rows).toHaveLength(1)
  })

  test('may be asked many times before it was described', async () => {
    await put(1, 'tea')
    const found = await Promise.all([jars(), jars([1]), jars()])
    expect(found.map(({ rows }) => rows.length)).toEqual([1, 0, 1])
  })

  test('that failed is asked again as if nothing had been', async () => {
    const half = (by: number) => ask(client, { name: 'half', text: 'select 10 / $1::int as half', values: [by] })
    await expect(half(0)).rejects.toThrow('division by zero')
    expect((await half(2)).rows).toEqual([{ half: 5 }])
    await expect(half(0)).rejects.toThrow('division by zero')
    expect((await half(5)).rows).toEqual([{ half: 2 }])
  })

  test('whose table was changed meanwhile is refused by the database, and never read by what it was', async () => {
    await put(1, 'tea')
    await jars()
    await it.kernel.db.run(sql`alter table jar alter column label type int using 7`)
    await expect(jars()).rejects.toThrow('must not change result type')
    expect((await jars([0], 'other')).rows).toEqual([expect.objectContaining({ label: 7 })])
    await it.kernel.db.run(sql`alter table jar alter column label type text`)
  })
})
