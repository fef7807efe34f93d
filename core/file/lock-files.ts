import type { Actor } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/**
 * Locks the uploads at these paths against deletion until the transaction ends, and returns the paths that exist. Private files are
 * included only for system actors, because they belong to a row.
 */
export async function lockFiles(tx: Db, actor: Actor, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  const list = [...new Set(paths)]
  if (list.length === 0) return new Set()
  const rows = await tx.rows<{ path: string }>(sql`select path from file
    where path = any(${list}::text[]) and (not is_private or ${actor.kind === 'system'}) order by id for key share`)
  return new Set(rows.map(({ path }) => path))
}
