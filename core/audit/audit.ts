import { rateLimit } from '../access/rate-limit.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { join, type Sql, sql } from '../db/sql.ts'
import type { Change } from '../resource/changes.ts'
import type { Resource } from '../resource/compile.ts'

export interface AuditEntry {
  resource: string
  rowId: number | null
  verb: string
  changes: readonly Change[]
}

/** A NUL as JSON writes it, which no JSON of the database takes: with an odd number of strokes before it, it is none. */
const NUL = /(?<!\\)((?:\\\\)*)\\u0000/g

const columns = sql`actor_kind, actor_id, actor_name, request_id, address, verb, resource, row_id, changes`

/** Whose doing it was, by the first of these columns. */
function actorValues({ actor, requestId, address }: Ctx): Sql {
  const [id, name] = ['id' in actor ? actor.id : null, 'name' in actor ? actor.name : actor.kind]
  return sql`${actor.kind}::text, ${id}::bigint, ${name}::text, ${requestId ?? null}::text, ${address ?? null}::text`
}

/** Changes as JSON that the database takes. */
function changesJson({ changes }: AuditEntry): string {
  const json = JSON.stringify(changes)
  return json.includes('\\u0000') ? json.replaceAll(NUL, '$1') : json
}

/** Writes lines of the audit log, in the transaction of the changes they tell of. */
export async function recordAudit(db: Db, ctx: Ctx, ...entries: readonly AuditEntry[]): Promise<void> {
  const lines = entries.map((e) => {
    const { verb, resource, rowId: row_id } = e
    return `${JSON.stringify({ verb, resource, row_id }).slice(0, -1)},"changes":${changesJson(e)}}`
  })
  await db.run(sql`insert into audit_log (${columns}) select ${actorValues(ctx)}, e.verb, e.resource, e.row_id, e.changes
    from json_to_recordset(${`[${lines.join()}]`}::json) as e(verb text, resource text, row_id bigint, changes jsonb)`)
}

/** Part of the statement that makes a change: writes lines of the audit log, in their order, for each row of `changed`. */
export const recordAuditSql = (entries: readonly { ctx: Ctx; entry: AuditEntry }[], changed: Sql): Sql =>
  sql`insert into audit_log (${columns}) ${join(
    entries.map(
      ({ ctx, entry }) => sql`select ${actorValues(ctx)}, ${entry.verb}::text, ${entry.resource}::text, ${entry.rowId}::bigint,
      ${changesJson(entry)}::jsonb from ${changed}`,
    ),
    ' union all ',
  )}`

type Within = { tx: Db; ctx: Ctx }

/** Writes what was done to a row, where its declaration wants changes kept. */
export async function recordChange(at: Within, r: Resource, rowId: number, verb: string, ...changes: readonly Change[]): Promise<void> {
  if (r.audit) await recordAudit(at.tx, at.ctx, { resource: r.name, rowId, verb, changes })
}

/** Keeps that somebody took rows away, or read one where the declaration wants that kept. `changes` say which rows were asked for. */
export const recordRead = async (ctx: Ctx, r: Resource, verb: 'get' | 'export', entry: Omit<AuditEntry, 'resource' | 'verb'>) => {
  if (verb === 'export' || r.def.auditReads) await recordAudit(ctx.kernel.db, ctx, { resource: r.name, verb, ...entry })
}

/** Keeps that a member of staff was refused for want of a right: once an hour for each, so that nobody fills the log by it. */
export async function recordRefusal(ctx: Ctx, needs: string): Promise<void> {
  const rowId = 'id' in ctx.actor ? ctx.actor.id : null
  const again = await rateLimit(ctx.kernel.db, `refused ${rowId} ${needs}`, { max: 1, seconds: 3_600 }).catch(() => true)
  if (!again)
    await recordAudit(ctx.kernel.db, ctx, {
      resource: 'account',
      rowId,
      verb: 'refused',
      changes: [{ field: 'needs', old: null, new: needs }],
    })
}

/**
 * Empties what was written down of rows because somebody they speak of is erased: that something changed, when and by whom stays, what
 * it said goes, but for what tells of erasures.
 * @returns the lines of the audit log that were emptied, for the line that tells of the erasure
 */
export async function eraseAuditChanges(tx: Db, resource: string, ids: readonly number[]): Promise<number[]> {
  const of = sql`= any(${[...ids]}::bigint[])`
  await tx.run(sql`update status_history set reason = '' where document_type = ${resource} and document_id ${of}`)
  const lines = await tx.rows<{ id: number }>(sql`update audit_log set changes = '[]'
    where changes <> '[]' and verb <> 'erase' and resource = ${resource} and row_id ${of} returning id`)
  return lines.map((line) => line.id)
}

/** Lines of the audit log, `a`: all a line says but what changed as JSON, and that apart. For proving that none was changed. */
export const auditLines = sql`(select id, changes::text as changes, jsonb_build_object('id', id, 'who', jsonb_build_array(actor_kind, actor_id, actor_name), 'verb', verb,
  'of', jsonb_build_array(resource, row_id), 'from', jsonb_build_array(request_id, address), 'at', extract(epoch from created_at))::text as line from audit_log) a`
