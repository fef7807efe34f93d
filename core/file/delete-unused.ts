import type { Kernel } from '../context.ts'
import { id, sql } from '../db/sql.ts'
import { fieldSql } from '../resource/read.ts'
import { dropFile, filesAreCopied } from './files.ts'
import { getPrivateFileFields } from './private-file-fields.ts'
import { getFileStore } from './store.ts'

/** Hours after which an unfinished upload counts as abandoned. */
const UNCLAIMED_HOURS = 24

/**
 * Garbage collection of uploads after crashes and closed windows: private uploads that were never claimed, those whose row was
 * deleted by a cascade, and files without an upload row. Safe to run in several processes at once.
 */
export async function deleteUnusedFiles(kernel: Kernel): Promise<void> {
  const { db, registry, settings } = kernel
  if (await filesAreCopied(db)) return
  const abandoned = [
    sql`uploader is not null and claimed_by is null and created_at < now() - make_interval(hours => ${UNCLAIMED_HOURS}::int)`,
    ...[...registry.resources.values()].flatMap((r) =>
      getPrivateFileFields(r).map(
        (f) => sql`claimed_by = ${r.name} and claimed_field = ${f.name} and not exists (select from ${id(r.table)} t
          where t.id = file.claimed_id and ${fieldSql(f, 't', settings.mainLanguage, settings.mainLanguage)} = file.id)`,
      ),
    ),
  ]
  for (const where of abandoned)
    for (const { path } of await db.rows<{ path: string }>(sql`delete from file where ${where} returning path`))
      await dropFile(kernel, path)
  for (const folder of ['img', 'doc', 'sized/img', 'sized/doc']) await sweepFolder(kernel, folder)
}

/** Number of files compared with the upload rows in one query. */
const BATCH = 1_000

/** Deletes files that belong to no upload. */
async function sweepFolder(kernel: Kernel, folder: string): Promise<void> {
  const before = new Date(Date.now() - UNCLAIMED_HOURS * 3_600_000)
  let batch: string[] = []
  for await (const { path, modifiedAt } of getFileStore(kernel).list(folder)) {
    if (modifiedAt >= before) continue
    batch.push(path)
    if (batch.length < BATCH) continue
    await removeUnknown(kernel, batch)
    batch = []
  }
  await removeUnknown(kernel, batch)
}

/** The upload a file belongs to. Partial writes and resized pictures have a longer path that contains the upload's. */
const getUpload = (path: string): string => /^(?:sized\/)?((?:img|doc)\/\w+\/\w+\.\w+)/.exec(path)?.[1] ?? path

async function removeUnknown(kernel: Kernel, paths: readonly string[]): Promise<void> {
  const rows = await kernel.db.rows<{ path: string }>(sql`select path from file where path = any(${paths.map(getUpload)}::text[])`)
  const uploads = new Set(rows.map((row) => row.path))
  await getFileStore(kernel).remove(paths.filter((path) => !uploads.has(getUpload(path))))
}
