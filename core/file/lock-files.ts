import type { Actor } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/**
 * Locks the uploads at some paths against deletion until the transaction ends, and answers the paths that exist. Private files are
 * not among them, except for the product's own code: a form or an order owns them.
 */
export async function lockFiles(tx: Db, actor: Actor, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  const list = [...new Set(paths)]
  if (list.length === 0) return new Set()
  const rows = await tx.rows<{ path: string }>(sql`select path from file
    where path = any(${list}::text[]) and (not is_private or ${actor.kind === 'system'}) order by id for key share`)
  return new Set(rows.map(({ path }) => path))
}
