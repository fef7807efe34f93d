import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import { validationError, message } from '../http/errors.ts'
import type { Resource } from './compile.ts'
import type { Env } from './lock.ts'

/**
 * Refuses a cycle. Only the row's ancestors can close one, so walking upwards is enough. A lock serialises moves in one tree,
 * because two concurrent ones could close a cycle together.
 */
export async function rejectCycle(env: Env, r: Resource, row: number, input: Record<string, unknown>): Promise<void> {
  const field = r.def.tree
  const above = field ? input[field] : undefined
  if (!field || above === undefined || above === null || above === '') return
  const parent = name(field)
  await env.tx.run(sql`select pg_advisory_xact_lock(hashtext(${`stoa tree ${r.name}`}))`)
  const circle = await env.tx.one(sql`
    with recursive up as (
      select t.id, t.${parent} as parent from ${name(r.table)} t where t.id = ${above}
      union select t.id, t.${parent} from ${name(r.table)} t join up on t.id = up.parent
    ) select 1 from up where id = ${row}`)
  if (circle) throw validationError({ [field]: message('core:error.circle') })
}

/** Rows of a tree in deletion order: children before parents. */
export async function sortLeavesFirst(ctx: Ctx, r: Resource, ids: readonly number[]): Promise<Set<number>> {
  const parent = name(r.def.tree ?? '')
  const rows = await ctx.kernel.db.rows<{ id: number }>(sql`
    with recursive up as (
      select t.id as start, t.${parent} as parent, 0 as depth from ${name(r.table)} t where t.id = any(${[...ids]}::bigint[])
      union all select up.start, t.${parent}, up.depth + 1 from ${name(r.table)} t join up on t.id = up.parent where up.depth < 50)
    select start as id from up group by start order by max(depth) desc, start`)
  return new Set([...rows.map((row) => row.id), ...ids])
}
