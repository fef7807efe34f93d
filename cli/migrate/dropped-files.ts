import pg from 'pg'
import type { Config } from '../../core/config.ts'
import { createDb } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import { removeFile } from '../../core/file/files.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { localStore } from '../backup/file-store.ts'

/**
 * Deletes the private files of a plugin's rows after its tables are dropped: nobody could read them, and the cleanup, which asks
 * the rows, would not find them. @returns the number of files
 */
export async function dropPluginFiles(config: Config, url: string, { resources = [] }: Plugin): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'stoa migrate' })
  await client.connect()
  try {
    const db = createDb(client)
    const deletedFiles = await db.rows<{ path: string }>(
      sql`delete from file where claimed_by = any(${resources.map(({ name }) => name)}::text[]) returning path`,
    )
    // In a plugin's file store the cleanup deletes them.
    const store = localStore({ config })
    if (store) for (const { path } of deletedFiles) await removeFile(store, db, path)
    return deletedFiles.length
  } finally {
    await client.end()
  }
}
