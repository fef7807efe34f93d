import { normalize } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import type { FileStore } from '../../core/file/store.ts'
import { CliError } from '../errors.ts'
import { findBytes, findEntries } from './archive.ts'
import { quoted, speakPlainly, findTables } from './catalog.ts'
import type { Checked } from './check.ts'
import { fullName, getPlace, type Sum, type TableShape } from './contents.ts'
import { copyOut } from './create-backup.ts'

export interface Restoring extends Checked {
  file: string
  client: Client
  /** Local file store; absent when a plugin provides the store. */
  files?: FileStore | undefined
  /** Omits queued jobs, such as e-mails to be sent. */
  withoutJobs: boolean
  tell(part: number, label: string): void
}

const QUEUE = 'graphile_worker'

/**
 * Restores a backup into new tables, in one transaction, then reads every table back and compares the checksums. Files are written
 * first, because a file without a row does no harm.
 * @throws CliError when tables differ from those of the backup, or restored rows differ
 */
export async function restore({ file, client, files, head, sums, withoutJobs, tell }: Restoring): Promise<void> {
  await speakPlainly(client)
  const there = new Map((await findTables(client)).map((table) => [fullName(table), table]))
  const strange = head.tables.filter((table) => !sameColumns(there.get(fullName(table)), table))
  if (strange.length > 0)
    throw new CliError('conflict', `The backup has tables that are not made here like that: ${strange.map(fullName).join(', ')}.`)
  const restoredTables = head.tables.filter(({ schema }) => !(withoutJobs && schema === QUEUE))
  const all = restoredTables.length + Object.keys(sums.files).length + restoredTables.length
  let done = 0
  await client.query('begin')
  try {
    const mend = await loosen(client, [...there.values()])
    const tables = new Map(restoredTables.map((table) => [fullName(table), table]))
    let before = ''
    for await (const { name, body } of findEntries(file)) {
      const place = getPlace(name)
      if (!place) continue
      const label = 'table' in place ? place.table : place.file
      if (label !== before) tell(done++ / all, (before = label))
      const table = 'table' in place ? tables.get(place.table) : undefined
      if (table) await load(client, table, body)
      if ('file' in place) await files?.put(pathIn(place.file), await findBytes(body))
    }
    for (const { schema, name, last, called } of sums.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(client, schema, name), last, called])
    for (const table of restoredTables) {
      tell(done++ / all, `checking ${fullName(table)}`)
      await holdAgainst(client, table, sums.tables[fullName(table)])
    }
    await mend()
    // The workers that held the locks do not exist here.
    await client.query(`update ${QUEUE}._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
      update ${QUEUE}._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const sameColumns = (there: TableShape | undefined, expected: TableShape): boolean =>
  there !== undefined && expected.columns.length === there.columns.length && expected.columns.every((name) => there.columns.includes(name))

/**
 * Truncates all tables and drops foreign keys and triggers, so that tables can be filled one by one. The returned function
 * recreates both, and the database then checks every reference.
 */
async function loosen(client: Client, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const names = tables.map((table) => quoted(client, table.schema, table.name))
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::regclass[]) order by 1, 2`,
    [names],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  }
}

/** Copies a part of a table into the database. */
async function load(client: Client, table: TableShape, rows: Readable): Promise<void> {
  const columns = table.columns.map((column) => quoted(client, column)).join(', ')
  await pipeline(rows, client.query(from(`copy ${quoted(client, table.schema, table.name)} (${columns}) from stdin`)))
}

async function holdAgainst(client: Client, table: TableShape, sum: Sum | undefined): Promise<void> {
  const found = await copyOut(client, table, () => undefined)
  if (sum && (found.count !== sum.count || found.sha256 !== sum.sha256))
    throw new CliError(
      'failure',
      `${fullName(table)} did not come back as it was: ${found.count} rows of ${sum.count}. Nothing was changed.`,
    )
}

/** Validates a file path in a backup. @throws CliError for one outside the folder */
export function pathIn(path: string): string {
  if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
    throw new CliError('failure', `The backup names a file "${path}".`)
  return path
}
