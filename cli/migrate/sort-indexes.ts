import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Kernel } from '../../core/context.ts'
import { withConnection, withMigrationLock } from './lock.ts'
import { id, sql } from '../../core/db/sql.ts'
import { locales } from '../../core/i18n/locale.ts'
import { fieldSql } from '../../core/resource/read.ts'

/** A B-tree entry must be smaller than a third of a page; a character takes at most four bytes. */
const longest = 500

interface SortIndex {
  name: string
  definition: string
}

/**
 * Indexes for sorting: one per language for every sortable per-language text. They depend on the declarations and on the site's
 * main language, so no migration creates them.
 */
function getExpectedIndexes({ registry, settings }: Kernel): SortIndex[] {
  return [...registry.resources.values()].flatMap((r) =>
    r.fields
      .filter((f) => f.meta.localized && f.meta.sort && f.column !== null && (f.meta.maxLength ?? Infinity) <= longest)
      .flatMap((f) =>
        locales.map((locale) => {
          const { text } = sql`${id(r.table)} ((${fieldSql(f, r.table, locale, settings.mainLanguage)}), id)`
          const mark = createHash('sha1').update(text).digest('hex').slice(0, 10)
          return { name: `sort_${mark}`, definition: text }
        }),
      ),
  )
}

/** Creates missing sort indexes and drops unused ones. Tables stay writable (CONCURRENTLY); of several processes one does it. */
export async function keepSortIndexes(kernel: Kernel): Promise<void> {
  const expected = getExpectedIndexes(kernel)
  const there = await kernel.db.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relname like 'sort\\_%' and i.indisvalid`)
  const existingNames = new Set(there.map((row) => row.name))
  if (expected.length === existingNames.size && expected.every((w) => existingNames.has(w.name))) return
  await withConnection(kernel.db.url, (client) => withMigrationLock(client, () => change(client, expected)))
}

async function change(client: Client, expected: readonly SortIndex[]): Promise<void> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(`
    select c.relname as name, i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relname like 'sort\\_%'`)
  const names = new Set(expected.map((w) => w.name))
  const validNames = new Set(rows.filter((row) => row.valid).map((row) => row.name))
  // A killed process leaves an invalid index, which must be rebuilt.
  for (const row of rows) if (!row.valid || !names.has(row.name)) await client.query(`drop index concurrently if exists ${row.name}`)
  for (const w of expected)
    if (!validNames.has(w.name)) await client.query(`create index concurrently if not exists ${w.name} on ${w.definition}`)
}
