import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { findDrift } from '../../cli/migrate/drift.ts'
import { down, up } from '../../docs/examples/repair/migrations/0001_repair.ts'
import { suite } from '../support/suite.ts'

const shop = suite(['repair'])

/** Runs a migration step on the test database. */
async function run(step: (knex: Knex) => Promise<unknown>): Promise<void> {
  const { pool } = shop.it.kernel.db
  await step({ raw: (statement: string) => pool.query(statement) } as unknown as Knex)
}

const indexes = async () =>
  (
    await shop.it.kernel.db.rows<{ name: string }>(sql`select indexname as name from pg_indexes where tablename like 'repair%' order by 1`)
  ).map(({ name }) => name)

test('new tables can be rolled back, and migrate again to what the resources declare', async () => {
  await run(down)
  expect(await indexes()).toEqual([])
  await run(up)
  expect(await findDrift(shop.it.kernel)).toEqual([])
})

test('columns that reference other rows have an index, and no other columns do', async () => {
  const expectedIndexes = ['repair_owner_id_idx', 'repair_part_repair_id_idx', 'repair_photo_idx']
  expect((await indexes()).filter((name) => name.endsWith('_idx'))).toEqual(expectedIndexes)
})
