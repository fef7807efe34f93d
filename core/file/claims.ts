import type { Actor } from '../context.ts'
import { id, join, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { defineJob } from '../events/job-definition.ts'
import { validationError, type Message, message } from '../http/errors.ts'
import { t } from '../http/shapes.ts'
import type { Change } from '../resource/changes.ts'
import type { CompiledField, Resource } from '../resource/compile.ts'
import { mergeExtSql } from '../resource/ext.ts'
import type { Env } from '../resource/lock.ts'
import type { Row } from '../api-types.ts'
import { getPrivateFileFields } from './private-file-fields.ts'
import { getExtensions } from './file-type.ts'
import type { HeldFile } from './api-types.ts'

/** The uploader who may claim a private file, as stored in its row; null for visitors, who cannot be told apart. */
export const getUploader = (actor: Actor): string | null =>
  actor.kind === 'guest' ? null : actor.kind === 'system' ? `system:${actor.name}` : `${actor.kind}:${actor.id}`

const getHeldFile = (row: object | null, f: CompiledField) =>
  (row as Record<string, HeldFile | null | undefined> | null)?.[f.name] ?? undefined

/**
 * Assigns the uploaded files of a write to the row and releases those they replace. Replaces the ids in `changes` by file names.
 * @throws AppError INVALID for a file that does not exist, belongs to another person or row (the same message for all three), or is
 * not accepted.
 */
export async function claimFiles({ ctx, tx }: Env, r: Resource, rowId: number, old: object | null, changes: Change[]): Promise<void> {
  const releasedIds: number[] = []
  for (const f of getPrivateFileFields(r)) {
    const change = changes.find((c) => c.field === f.name)
    if (!change) continue
    if (change.new !== null) {
      const file = await tx.one<{ name: string; mime: string; size: number }>(sql`
        update file set claimed_by = ${r.name}, claimed_id = ${rowId}, claimed_field = ${f.name}, updated_at = now()
        where id = ${change.new} and is_private and claimed_by is null and uploader = ${getUploader(ctx.actor)} returning name, mime, size`)
      const problem = file ? findFileProblem(f, file) : message('core:rule.not_exists')
      if (problem) throw validationError({ [f.name]: problem })
      change.new = file?.name
    }
    const before = getHeldFile(old, f)
    if (before) releasedIds.push(before.id)
    change.old = before?.name ?? null
  }
  await dropFiles(tx, releasedIds)
}

function findFileProblem(
  { meta: { accept = [], maxBytes = 0 } }: CompiledField,
  file: { mime: string; size: number },
): Message | undefined {
  if (!accept.includes(file.mime)) return message('core:rule.file_type', { types: getExtensions(accept).join(', ') })
  return file.size > maxBytes ? message('core:rule.file_size', { size: Math.floor(maxBytes / 1_024) }) : undefined
}

/** Releases the files of a deleted row and of its deleted child rows. A soft-deleted row loses its files too. */
export async function releaseFiles(env: Env, r: Resource, row: Row): Promise<void> {
  const files = getPrivateFileFields(r).filter((f) => getHeldFile(row, f))
  if (r.softDelete && files.length > 0) {
    const ext: Record<string, Record<string, null>> = {}
    for (const f of files) if (f.meta.ext) (ext[f.meta.ext] ??= {})[f.name] = null
    const sets = [...files.flatMap((f) => (f.column ? [sql`${id(f.column)} = null`] : [])), ...mergeExtSql(ext)]
    await env.tx.run(sql`update ${id(r.table)} t set ${join(sets)} where t.id = ${row.id}`)
  }
  await dropFiles(
    env.tx,
    files.flatMap((f) => getHeldFile(row, f)?.id ?? []),
  )
  for (const f of r.softDelete ? [] : r.fields.filter((f) => f.meta.kind === 'rows'))
    for (const child of (row[f.name] ?? []) as Row[]) await releaseFiles(env, env.registry.resource(f.meta.to ?? ''), child)
}

/** Job: deletes the bytes of a deleted upload. */
export const DROP_FILE = defineJob({ name: 'core/drop-file', payload: { path: t.text() } })

/** Deletes uploads in the transaction; their bytes are deleted after commit. */
export async function dropFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const deletedFiles = await tx.rows<{ path: string }>(sql`delete from file where id = any(${[...ids]}::bigint[]) returning path`)
  for (const { path } of deletedFiles) tx.enqueue(DROP_FILE, { path })
}
