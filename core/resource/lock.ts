import type { Ctx } from '../context.ts'
import { id as name, type Sql, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import type { Row } from '../api-types.ts'
import type { Resource } from './compile.ts'
import { selection, toApiRow } from './read.ts'
import { scopeSql } from './scope.ts'

/** The context and transaction of a write. */
export interface Env {
  ctx: Ctx
  tx: Tx
  registry: Registry
}

/**
 * Loads one row in all languages and locks it. `rows` limits which rows can be locked: by default those the actor may change.
 * @throws AppError NOT_FOUND, also for rows outside `rows`
 */
export async function lock(env: Env, r: Resource, rowId: number, rows: Sql = scopeSql(env.ctx, r)): Promise<Row> {
  const raw = await env.tx.one<Record<string, unknown>>(sql`
    select ${selection(env.registry, r, 't', { ctx: env.ctx, language: '*' })} from ${name(r.table)} t
    where t.id = ${rowId} and ${rows} for update of t`)
  if (!raw) throw new AppError(NOT_FOUND)
  return toApiRow(env.registry, r, raw)
}
