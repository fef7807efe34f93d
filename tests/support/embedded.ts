import { mkdtemp, chmod, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../cli/database/index.ts'
import { quickFolder } from './temp-folder.ts'

/** A temporary server for one test run. */
export interface TestServer {
  url: string
  /** Its data folder, if the run has to stop and remove it. */
  dataDir?: string
}

/**
 * The server of TEST_DATABASE_URL, or an embedded server in a temporary folder below `folder`.
 * @param fsync whether commits wait for the disk, as in production; tests do not need that
 */
export async function provideServer(folder = quickFolder(), { fsync = false } = {}): Promise<TestServer> {
  const configuredUrl = process.env['TEST_DATABASE_URL']
  if (configuredUrl) {
    await requireVersion(configuredUrl)
    return { url: configuredUrl }
  }
  const dataDir = await realpath(await mkdtemp(join(folder, 'stoa-test-')))
  await chmod(dataDir, 0o755)
  const { url } = await startEmbedded({ dataDir, fsync })
  return { url, dataDir }
}

async function requireVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const version = Number(rows[0]?.server_version_num)
    if (version < 150_000) throw new Error(`TEST_DATABASE_URL must be PostgreSQL 15 or newer, not ${version}.`)
  } finally {
    await client.end()
  }
}
