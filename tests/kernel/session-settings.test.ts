import { afterEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { Database } from '../../core/db/pool.ts'
import { createDatabase, dropDatabase, queryOnce } from '../support/database.ts'

let url: string
let db: Database
afterEach(async () => {
  await db.close()
  await dropDatabase(url)
})

async function open(parameters: Record<string, string> = {}): Promise<void> {
  url = await createDatabase()
  // The default of Debian's servers, whatever the configuration of the test server.
  await queryOnce(url, `alter database "${new URL(url).pathname.slice(1)}" set jit = on`)
  const address = new URL(url)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  db = new Database({ url: address.href, max: 2, statementTimeout: 5_000 })
}

test("JIT compilation is off on every connection, whatever the server's default", async () => {
  await open()
  expect(await db.one(sql`select current_setting('jit') as jit`)).toEqual({ jit: 'off' })
})

test('options in the database URL are kept and take precedence', async () => {
  await open({ options: '-c jit=on -c work_mem=5MB' })
  expect(await db.one(sql`select current_setting('jit') as jit, current_setting('work_mem') as mem`)).toEqual({ jit: 'on', mem: '5MB' })
})

test('every commit is synchronous', async () => {
  await open()
  expect(await db.one(sql`select current_setting('synchronous_commit') as commit`)).toEqual({ commit: 'on' })
})
