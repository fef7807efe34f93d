import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { projectRoot, shopRoot } from '../../core/root.ts'
import { provideServer } from './embedded.ts'

/** Starts one server for the whole run; its data is removed after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Builds beforehand, so that the output of commands under test contains no build messages.
  execFileSync(process.execPath, [join(projectRoot(), 'cli/bin.mjs'), '--version'], {
    cwd: shopRoot(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { url, dataDir } = await provideServer()
  const prefix = `stoa_test_${randomBytes(4).toString('hex')}_`
  project.provide('databaseServer', url)
  project.provide('databasePrefix', prefix)
  return async () => {
    await dropDatabases(url, prefix)
    if (dataDir === undefined) return
    await stopEmbeddedIfLast({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix])
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`)
  await client.end()
}
