import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import type { Resource } from './compile.ts'

/** The id of the surviving row after all merges; the id itself when it was not merged or the resource has no merges. */
export async function findSurvivorId({ kernel }: Ctx, r: Resource, rowId: number): Promise<number> {
  if (!r.def.mergedInto) return rowId
  const [table, column] = [name(r.table), name(r.def.mergedInto)]
  const row = await kernel.db.one<{ id: number }>(sql`
    with recursive chain as (select id, ${column} from ${table} where id = ${rowId}
      union select t.id, t.${column} from ${table} t join chain c on t.id = c.${column})
    select id from chain where ${column} is null`)
  return row?.id ?? rowId
}
