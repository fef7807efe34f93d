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

/** A NUL escape in JSON, which jsonb rejects. After an odd number of backslashes it is not an escape. */
const NUL = /(?<!\\)((?:\\\\)*)\\u0000/g

const columns = sql`actor_kind, actor_id, actor_name, request_id, address, verb, resource, row_id, changes`

/** Values of the columns that name the actor and the request. */
function actorValues({ actor, requestId, address }: Ctx): Sql {
  const [id, name] = ['id' in actor ? actor.id : null, 'name' in actor ? actor.name : actor.kind]
  return sql`${actor.kind}::text, ${id}::bigint, ${name}::text, ${requestId ?? null}::text, ${address ?? null}::text`
}

/** Changes as JSON without NUL escapes, which jsonb rejects. */
function changesJson({ changes }: AuditEntry): string {
  const json = JSON.stringify(changes)
  return json.includes('\\u0000') ? json.replaceAll(NUL, '$1') : json
}

/** Writes entries of the audit log in the transaction of the changes. */
export async function recordAudit(db: Db, ctx: Ctx, ...entries: readonly AuditEntry[]): Promise<void> {
  const lines = entries.map((e) => {
    const { verb, resource, rowId: row_id } = e
    return `${JSON.stringify({ verb, resource, row_id }).slice(0, -1)},"changes":${changesJson(e)}}`
  })
  await db.run(sql`insert into audit_log (${columns}) select ${actorValues(ctx)}, e.verb, e.resource, e.row_id, e.changes
    from json_to_recordset(${`[${lines.join()}]`}::json) as e(verb text, resource text, row_id bigint, changes jsonb)`)
}

/** Part of the statement that makes a change: writes audit entries, in order, for each row of `changed`. */
export const recordAuditSql = (entries: readonly { ctx: Ctx; entry: AuditEntry }[], changed: Sql): Sql =>
  sql`insert into audit_log (${columns}) ${join(
    entries.map(
      ({ ctx, entry }) => sql`select ${actorValues(ctx)}, ${entry.verb}::text, ${entry.resource}::text, ${entry.rowId}::bigint,
      ${changesJson(entry)}::jsonb from ${changed}`,
    ),
    ' union all ',
  )}`

type Within = { tx: Db; ctx: Ctx }

/** Records a change of a row when its resource declares `audit`. */
export async function recordChange(at: Within, r: Resource, rowId: number, verb: string, ...changes: readonly Change[]): Promise<void> {
  if (r.audit) await recordAudit(at.tx, at.ctx, { resource: r.name, rowId, verb, changes })
}

/** Records an export, or a read when the resource declares `auditReads`. `changes` say which rows were requested. */
export const recordRead = async (ctx: Ctx, r: Resource, verb: 'get' | 'export', entry: Omit<AuditEntry, 'resource' | 'verb'>) => {
  if (verb === 'export' || r.def.auditReads) await recordAudit(ctx.kernel.db, ctx, { resource: r.name, verb, ...entry })
}

/** Records that a member of staff lacked a permission: at most once an hour per permission, so that the log cannot be flooded. */
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
 * Erases the contents of audit entries about rows of an erased person. That something changed, when and by whom stays. Entries
 * about erasures are kept.
 * @returns the ids of the emptied entries, for the entry that records the erasure
 */
export async function eraseAuditChanges(tx: Db, resource: string, ids: readonly number[]): Promise<number[]> {
  const idCondition = sql`= any(${[...ids]}::bigint[])`
  await tx.run(sql`update status_history set reason = '' where document_type = ${resource} and document_id ${idCondition}`)
  const lines = await tx.rows<{ id: number }>(sql`update audit_log set changes = '[]'
    where changes <> '[]' and verb <> 'erase' and resource = ${resource} and row_id ${idCondition} returning id`)
  return lines.map((line) => line.id)
}

/** The audit log `a` as two columns: `changes`, and `line` with all others. For checking that no entry was altered. */
export const auditLines = sql`(select id, changes::text as changes, jsonb_build_object('id', id, 'who', jsonb_build_array(actor_kind, actor_id, actor_name), 'verb', verb,
  'of', jsonb_build_array(resource, row_id), 'from', jsonb_build_array(request_id, address), 'at', extract(epoch from created_at))::text as line from audit_log) a`
