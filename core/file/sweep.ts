import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../context.ts'
import { id, sql } from '../db/sql.ts'
import { fieldSql } from '../resource/read.ts'
import { dropFile, filesAreCopied, filesDir } from './files.ts'
import { holders } from './held.ts'

/** Hours something that was begun may lie before it counts as given up. */
const PATIENCE = 24

/**
 * Drops private uploads nobody claimed, those whose row went by a way the kernel did not see (with a row above it), and bytes
 * no upload is known of: what crashes and closed windows leave. Any number of processes may do it at once.
 */
export async function sweepFiles(kernel: Kernel): Promise<void> {
  const { db, registry, settings } = kernel
  if (await filesAreCopied(db)) return
  const abandoned = [
    sql`uploader is not null and claimed_by is null and created_at < now() - make_interval(hours => ${PATIENCE}::int)`,
    ...[...registry.resources.values()].flatMap((r) =>
      holders(r).map(
        (f) => sql`claimed_by = ${r.name} and claimed_field = ${f.name} and not exists (select from ${id(r.table)} t
          where t.id = file.claimed_id and ${fieldSql(f, 't', settings.main, settings.main)} = file.id)`,
      ),
    ),
  ]
  for (const where of abandoned)
    for (const { path } of await db.rows<{ path: string }>(sql`delete from file where ${where} returning path`))
      await dropFile(kernel, path)
  for (const kind of ['img', 'doc'])
    for (const folder of await namesIn(join(filesDir(kernel), kind), join(filesDir(kernel), 'sized', kind)))
      await sweepFolder(kernel, join(kind, folder))
}

/** Takes what belongs to no upload out of a folder and out of that of its sized pictures. */
async function sweepFolder(kernel: Kernel, folder: string): Promise<void> {
  const places = [join(filesDir(kernel), folder), join(filesDir(kernel), 'sized', folder)]
  const names = await namesIn(...places)
  // A file that is written or made smaller has further letters behind its name.
  const pathOf = (name: string) => `${folder}/${/^\w+\.\w+/.exec(name)?.[0] ?? name}`
  const rows = await kernel.db.rows<{ path: string }>(sql`select path from file where path = any(${names.map(pathOf)}::text[])`)
  const known = new Set(rows.map((row) => row.path))
  const before = Date.now() - PATIENCE * 3_600_000
  for (const name of names.filter((n) => !known.has(pathOf(n))))
    for (const file of places.map((place) => join(place, name))) {
      const found = await stat(file).catch(() => undefined)
      if (found?.isFile() && found.mtimeMs < before) await rm(file, { force: true })
    }
}

const namesIn = async (...folders: string[]): Promise<string[]> => [
  ...new Set((await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat()),
]
