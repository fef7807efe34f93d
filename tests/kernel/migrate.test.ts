import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, migrationStatus, rollback, type MigrationSource } from '../../cli/migrate/migrate.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

let url: string
let root: string
let core: MigrationSource
let gifts: MigrationSource

beforeEach(async () => {
  url = await createDatabase()
  root = await mkdtemp(join(tmpdir(), 'stoa-migrate-'))
  core = { id: 'core', dir: join(root, 'core') }
  gifts = { id: 'gifts', dir: join(root, 'gifts') }
  await table(core, '0001_site')
  await table(core, '0002_person')
  await table(gifts, '0001_gift')
})

afterEach(async () => {
  await dropDatabase(url)
  await rm(root, { recursive: true, force: true })
})

async function write(source: MigrationSource, name: string, body: string): Promise<void> {
  await mkdir(source.dir, { recursive: true })
  await writeFile(join(source.dir, `${name}.js`), body)
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
}

/** A migration that creates a table with the migration's own name. */
const table = (source: MigrationSource, name: string) =>
  write(
    source,
    name,
    `export const up = (knex) => knex.raw('create table "${source.id}_${name}" (id int)')
     export const down = (knex) => knex.raw('drop table "${source.id}_${name}"')`,
  )

async function query<T extends object>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const tables = async (): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'migration%' order by 1`,
    )
  ).map(({ name }) => name)

function migrateElsewhere(): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'migrate-client.ts'), url, core.dir], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function outcome(child: ChildProcess): Promise<{ applied: string[] } | { error: string }> {
  let output = ''
  let error = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()))
  await once(child, 'close')
  return child.exitCode === 0 ? { applied: JSON.parse(output) as string[] } : { error }
}

describe('migrate', () => {
  it('applies the kernel first, then plugins, and nothing the second time', async () => {
    const sources = [core, gifts]
    expect(await migrate({ url, sources })).toEqual(['core/0001_site', 'core/0002_person', 'gifts/0001_gift'])
    expect(await tables()).toEqual(['core_0001_site', 'core_0002_person', 'gifts_0001_gift'])
    expect(await migrate({ url, sources })).toEqual([])
  })

  it('applies a later migration of an earlier source', async () => {
    await migrate({ url, sources: [core, gifts] })
    await table(core, '0003_late')
    expect(await migrate({ url, sources: [core, gifts] })).toEqual(['core/0003_late'])
  })

  it('identifies a migration by its name, as source or compiled', async () => {
    await migrate({ url, sources: [core] })
    await rename(join(core.dir, '0001_site.js'), join(core.dir, '0001_site.ts'))
    await writeFile(join(core.dir, '0001_site.d.ts'), 'export {}')
    await writeFile(join(core.dir, '0001_site.js.map'), '{}')
    expect(await migrate({ url, sources: [core] })).toEqual([])
  })

  it('refuses a file whose name has no number', async () => {
    await table(core, 'person')
    await expect(migrate({ url, sources: [core] })).rejects.toThrow('must be named like')
  })

  it('rolls back the whole run when one migration fails, and names it', async () => {
    await write(core, '0003_wrong', `export const up = (knex) => knex.raw('create tabel x'); export const down = up`)
    await expect(migrate({ url, sources: [core] })).rejects.toThrow(/Migration core\/0003_wrong failed: .*tabel/)
    expect(await tables()).toEqual([])
    await rm(join(core.dir, '0003_wrong.js'))
    expect(await migrate({ url, sources: [core] })).toHaveLength(2)
  })

  it('stops when an applied file of an installed source is missing', async () => {
    await migrate({ url, sources: [core, gifts] })
    await rm(join(gifts.dir, '0001_gift.js'))
    await expect(migrate({ url, sources: [core, gifts] })).rejects.toThrow('gifts/0001_gift')
  })

  it('only warns about applied migrations of a removed plugin', async () => {
    await migrate({ url, sources: [core, gifts] })
    await table(core, '0003_late')
    const lines: string[] = []
    expect(await migrate({ url, sources: [core], log: (line) => lines.push(line) })).toEqual(['core/0003_late'])
    expect(lines[0]).toContain('gifts/0001_gift')
  })

  it('reports the state of every migration', async () => {
    await migrate({ url, sources: [core, gifts] })
    await table(core, '0003_late')
    await rm(join(core.dir, '0002_person.js'))
    const entries = await migrationStatus({ url, sources: [core] })
    expect(entries.map(({ name, state }) => [name, state])).toEqual([
      ['core/0001_site', 'applied'],
      ['core/0002_person', 'missing'],
      ['gifts/0001_gift', 'absent'],
      ['core/0003_late', 'pending'],
    ])
    expect(entries[0]?.at).toBeInstanceOf(Date)
  })
})

describe('rollback', () => {
  it('undoes as many steps as requested, the last applied first', async () => {
    const sources = [core, gifts]
    await migrate({ url, sources })
    expect(await rollback({ url, sources, steps: 2 })).toEqual(['gifts/0001_gift', 'core/0002_person'])
    expect(await tables()).toEqual(['core_0001_site'])
    expect(await migrate({ url, sources })).toEqual(['core/0002_person', 'gifts/0001_gift'])
  })

  it('goes back to the named migration', async () => {
    const sources = [core, gifts]
    await migrate({ url, sources })
    expect(await rollback({ url, sources, to: 'core/0001_site' })).toHaveLength(2)
    await expect(rollback({ url, sources, to: 'gifts/0001_gift' })).rejects.toThrow('is not applied')
    await expect(rollback({ url, sources, steps: 0 })).rejects.toThrow('steps')
  })
})

describe('several processes', () => {
  const outsideTransaction = (wait: number) =>
    write(
      core,
      '0003_index',
      `export const config = { transaction: false }
       export const up = async (knex) => {
         await knex.raw('select pg_sleep(${wait})')
         await knex.raw('create index concurrently if not exists site_id on core_0001_site (id)')
       }
       export const down = (knex) => knex.raw('drop index site_id')`,
    )

  it('migrate at once and exactly one applies the migrations, also outside a transaction', async () => {
    await outsideTransaction(0.5)
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(() => outcome(migrateElsewhere())))
    const counts = results.map((result) => ('applied' in result ? result.applied.length : result.error))
    expect(counts.sort()).toEqual([0, 0, 0, 0, 0, 3])
    expect(await query('select count(*)::int as n from migration')).toEqual([{ n: 3 }])
  })

  it('recover when one is killed during a migration', async () => {
    await outsideTransaction(2)
    const victim = migrateElsewhere()
    const sleeping = `select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`
    for (let i = 0; (await query(sleeping)).length === 0; i++) {
      if (i > 100) throw new Error('The migration never began.')
      await sleep(50)
    }
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    expect(await query('select is_locked from migration_lock')).toEqual([{ is_locked: 1 }])
    expect(await migrate({ url, sources: [core] })).toEqual(['core/0003_index'])
    expect(await query(`select 1 as one from pg_indexes where indexname = 'site_id'`)).toEqual([{ one: 1 }])
  })
})
