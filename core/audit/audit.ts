import type { Ctx } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { join, sql } from '../db/sql.ts'
import type { Change } from '../resource/changes.ts'
import type { Resource } from '../resource/compile.ts'

export interface AuditEntry {
  resource: string
  rowId: number | null
  verb: string
  changes: readonly Change[]
}

/** Writes lines of the audit log, in the transaction of the changes they tell of. */
export async function record(db: Db, ctx: Ctx, ...entries: readonly AuditEntry[]): Promise<void> {
  const { actor } = ctx
  const who = sql`${actor.kind}, ${'id' in actor ? actor.id : null}, ${'name' in actor ? actor.name : actor.kind}`
  const lines = entries.map(
    (e) =>
      sql`(${who}, ${e.verb}, ${e.resource}, ${e.rowId}, ${JSON.stringify(e.changes)}::jsonb, ${ctx.requestId ?? null}, ${ctx.address ?? null})`,
  )
  await db.run(
    sql`insert into audit_log (actor_kind, actor_id, actor_name, verb, resource, row_id, changes, request_id, address) values ${join(lines)}`,
  )
}

/** Keeps that somebody read a row, or took rows away, where the declaration wants it kept. `changes` say which rows were asked for. */
export const recordRead = async (ctx: Ctx, r: Resource, verb: 'get' | 'export', entry: Omit<AuditEntry, 'resource' | 'verb'>) => {
  if (r.def.auditReads?.includes(verb)) await record(ctx.kernel.db, ctx, { resource: r.name, verb, ...entry })
}
