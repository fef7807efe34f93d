import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../core/root.ts'
import { withConnection } from './lock.ts'

/** Creates or updates the tables of the job queue. Safe to run from several processes. */
export async function prepareQueue(url: string): Promise<void> {
  if (await isPrepared(url)) return
  const { makeWorkerUtils } = await import('graphile-worker')
  const utils = await makeWorkerUtils({ connectionString: url })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

/** Whether the queue's tables match the installed library. Checked without loading it, because most starts have nothing to do. */
async function isPrepared(url: string): Promise<boolean> {
  const library = dirname(createRequire(join(projectRoot(), 'package.json')).resolve('graphile-worker/package.json'))
  const newest = Math.max(...readdirSync(join(library, 'sql')).map((name) => Number.parseInt(name, 10)))
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('graphile_worker.migrations') is not null as there`)
    if (!rows[0]?.there) return false
    const { rows: last } = await client.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
    return last[0]?.id === newest
  })
}
