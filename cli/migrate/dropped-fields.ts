import { createDb } from '../../core/db/pool.ts'
import { id, sql } from '../../core/db/sql.ts'
import { withConnection } from './lock.ts'

/**
 * Takes what a plugin's fields hold out of the rows of others once its tables are gone: ids of its rows would name other rows after it is
 * installed again. @returns how many rows held some
 */
export const dropFieldsOf = (url: string, plugin: string): Promise<number> =>
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
