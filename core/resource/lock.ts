import type { Ctx } from '../context.ts'
import { id as name, sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { Failed, NOT_FOUND } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Row } from '../wire.ts'
import type { Resource } from './compile.ts'
import { living, selection, toWire } from './read.ts'

/** Where a write happens. */
export interface Env {
  ctx: Ctx
  tx: Tx
  registry: Registry
}

/** Loads one row, all languages, and locks it. @throws Failed NOT_FOUND, also for rows outside the actor's scope. */
export async function lock(env: Env, r: Resource, rowId: number): Promise<Row> {
  const scope = r.def.scope?.(env.ctx)
  const raw = await env.tx.one<Record<string, unknown>>(sql`
    select ${selection(env.registry, r, 't', { language: '*', main: env.ctx.main })} from ${name(r.table)} t
    where t.id = ${rowId} and ${living(r, 't')}${scope ? sql` and ${scope}` : sql``} for update of t`)
  if (!raw) throw new Failed(NOT_FOUND)
  return toWire(env.registry, r, raw)
}
