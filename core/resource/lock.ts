import type { Ctx } from '../context.ts'
import { id as name, type Sql, sql } from '../db/sql.ts'
import type { Tx } from '../db/work.ts'
import { Failed, NOT_FOUND } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Row } from '../wire.ts'
import type { Resource } from './compile.ts'
import { selection, toWire } from './read.ts'
import { within } from './scope.ts'

/** Where a write happens. */
export interface Env {
  ctx: Ctx
  tx: Tx
  registry: Registry
}

/**
 * Loads one row, all languages, and locks it. `rows` are those that can be locked: those the actor may change, unless a caller that wrote the
 * row itself names others.
 * @throws Failed NOT_FOUND, also for rows outside of `rows`
 */
export async function lock(env: Env, r: Resource, rowId: number, rows: Sql = within(env.ctx, r)): Promise<Row> {
  const raw = await env.tx.one<Record<string, unknown>>(sql`
    select ${selection(env.registry, r, 't', { ctx: env.ctx, language: '*' })} from ${name(r.table)} t
    where t.id = ${rowId} and ${rows} for update of t`)
  if (!raw) throw new Failed(NOT_FOUND)
  return toWire(env.registry, r, raw)
}
