import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { FILES_LOCK } from '../../core/file/files.ts'
import { type FileStore, readStoredFile } from '../../core/file/store.ts'
import { readHistory } from '../migrate/history.ts'
import type { ArchiveWriter } from './archive.ts'
import { orderedSelect, quoted, findSequences, speakPlainly, findTables } from './catalog.ts'
import { fileName, FORMAT, fullName, HEAD, type Head, KEYS, partName, type Sum, SUMS, type Sums, type TableShape } from './contents.ts'

export interface Taking {
  client: Client
  /** The file store. */
  files: FileStore
  keys: readonly string[]
  out: ArchiveWriter
  /** Reports what is being copied, and the overall progress from 0 to 1. */
  tell(part: number, label: string): void
}

/** Approximate bytes of one part of a table; each part has whole rows. */
const PART = 4 * 1024 * 1024

/**
 * Copies a running shop at one point in time: all tables in one snapshot, the files they refer to, and the encryption keys. An
 * advisory lock keeps files from being deleted meanwhile.
 */
export async function take({ client, files, keys, out, tell }: Taking): Promise<Sums> {
  await speakPlainly(client)
  await client.query('select pg_advisory_lock(hashtext($1))', [FILES_LOCK])
  await client.query('begin isolation level repeatable read read only')
  const tables = await findTables(client)
  await client.query(`lock table ${tables.map((t) => quoted(client, t.schema, t.name)).join(', ')} in access share mode`)
  const head: Head = {
    format: FORMAT,
    made: new Date().toISOString(),
    postgres: (await client.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '',
    migrations: (await readHistory(client)).map(({ name }) => name),
    tables,
  }
  await out.bytes(HEAD, Buffer.from(JSON.stringify(head, null, 1)))
  await out.bytes(KEYS, Buffer.from(`${keys.join('\n')}\n`))
  const sums: Sums = { tables: {}, files: {}, missing: [], sequences: await findSequences(client) }
  const { rows: uploads } = await client.query<{ path: string }>('select path from file order by path collate "C"')
  const all = tables.length + uploads.length
  for (const [at, table] of tables.entries()) {
    tell(at / all, fullName(table))
    sums.tables[fullName(table)] = await copyTable(client, out, table)
  }
  for (const [at, { path }] of uploads.entries()) {
    tell((tables.length + at) / all, path)
    const sum = await copyFile(out, files, path)
    if (sum) sums.files[path] = sum
    else sums.missing.push(path)
  }
  await out.bytes(SUMS, Buffer.from(JSON.stringify(sums)))
  await client.query('commit')
  return sums
}

async function copyTable(client: Client, out: ArchiveWriter, table: TableShape): Promise<Sum> {
  let waiting: Buffer[] = []
  let size = 0
  let parts = 0
  const write = async () => {
    const bytes = Buffer.concat(waiting)
    // COPY escapes line breaks inside values, so this one separates rows.
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end > 0) await out.bytes(partName(fullName(table), ++parts), bytes.subarray(0, end))
    waiting = end < bytes.length ? [bytes.subarray(end)] : []
    size = bytes.length - end
  }
  const sum = await copyOut(client, table, async (bytes) => {
    waiting.push(bytes)
    if ((size += bytes.length) >= PART) await write()
  })
  await write()
  return sum
}

/** Sends the ordered rows of a table to `each` and computes their checksum. */
export async function copyOut(client: Client, table: TableShape, each: (bytes: Buffer) => Promise<void> | void): Promise<Sum> {
  const hash = createHash('sha256')
  const rows = client.query(to(`copy (${await orderedSelect(client, table)}) to stdout`))
  for await (const bytes of rows) {
    hash.update(bytes as Buffer)
    await each(bytes as Buffer)
  }
  return { count: rows.rowCount, sha256: hash.digest('hex') }
}

/** Undefined when the file does not exist. */
async function copyFile(out: ArchiveWriter, files: FileStore, path: string): Promise<Sum | undefined> {
  const bytes = await readStoredFile(files, path)
  if (!bytes) return undefined
  await out.bytes(fileName(path), bytes)
  return { count: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
