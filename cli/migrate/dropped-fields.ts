import { createDb } from '../../core/db/pool.ts'
import { id, sql } from '../../core/db/sql.ts'
import { withConnection } from './lock.ts'

/**
 * Removes the values of a plugin's contributed fields from other plugins' rows after its tables are dropped: after a
 * reinstallation, old ids would refer to other rows. @returns the number of rows changed
 */
export const dropPluginFields = (url: string, plugin: string): Promise<number> =>
  withConnection(url, async (client) => {
    const db = createDb(client)
    const tables = await db.rows<{ name: string }>(
      sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'ext' and data_type = 'jsonb' order by 1`,
    )
    let rows = 0
    for (const { name } of tables) rows += await db.run(sql`update ${id(name)} set ext = ext - ${plugin}::text where ext ? ${plugin}::text`)
    return rows
  })
