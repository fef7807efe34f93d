import { Buffer } from 'node:buffer'
import type { Db, Kernel, Locale } from '#core'
import { Failed, NOT_FOUND, sql, text, translate } from '#core'
import type { ListQuery } from '#core/engine'
import type { Mapping } from '../mapping/mapping.ts'
import type { Format } from '../source/line.ts'
import type { TransferAnswer, TransferInfo, TransferStatus } from '../wire.ts'

/** What somebody asked for when they began. */
export interface TransferOptions {
  /** Language of texts in columns without one. */
  language: Locale
  /** Language of what is said about it. */
  speak: Locale
  mapping?: Mapping
  encoding?: string
  format?: Format
  query?: ListQuery
  ids?: number[]
  columns?: string[]
}

/** An import or export under way, or done. */
export interface Transfer {
  id: number
  kind: 'import' | 'export'
  resource: string
  status: TransferStatus
  file_name: string
  options: TransferOptions
  account_id: number | null
  done: number
  total: number | null
  answer: TransferAnswer | null
  created_at: string
}

/** Bytes of one piece of a sheet. */
const partSize = 512 * 1024

/** Notes that something is to be imported or exported; a job does it. */
export async function begin(
  db: Db,
  {
    kind,
    resource,
    fileName,
    options,
    accountId,
  }: Pick<Transfer, 'kind' | 'resource' | 'options'> & { fileName: string; accountId: number | null },
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    insert into transfer (kind, resource, status, file_name, options, account_id)
    values (${kind}, ${resource}, 'to_do', ${fileName.slice(0, 200)}, ${JSON.stringify(options)}::jsonb, ${accountId}) returning id`)
  return row?.id ?? 0
}

/** A transfer of one resource. Others' are as good as absent, but for jobs, which pass no account. @throws Failed NOT_FOUND */
export async function find(
  db: Db,
  id: number,
  of: { resource?: string; kind?: Transfer['kind']; account?: number | null } = {},
): Promise<Transfer> {
  const row = await db.one<Transfer>(sql`
    select id, kind, resource, status, file_name, options, account_id, done, total, answer, created_at from transfer where id = ${id}`)
  const mine =
    row &&
    (of.resource === undefined || row.resource === of.resource) &&
    (of.kind === undefined || row.kind === of.kind) &&
    (of.account === undefined || row.account_id === of.account)
  if (!mine) throw new Failed(NOT_FOUND)
  return row
}

/**
 * Takes a transfer from one of these states to the next, for exactly one caller. False when it is elsewhere.
 * Jobs may run twice: they name the state they leave it in among those they begin from.
 */
export async function step(db: Db, id: number, from: readonly TransferStatus[], to: TransferStatus): Promise<boolean> {
  const row = await db.one(sql`update transfer set status = ${to}, done = 0, total = null, updated_at = now()
    where id = ${id} and status = any(${[...from]}) returning id`)
  return row !== undefined
}

/** Ends a step with its answer. */
export async function finish(db: Db, id: number, to: TransferStatus, answer: TransferAnswer): Promise<void> {
  await db.run(sql`update transfer set status = ${to}, answer = ${JSON.stringify(answer)}::jsonb, updated_at = now() where id = ${id}`)
}

/** Tells how far a step is, at most twice a second; outside its transaction, so that it can be seen. */
export function progressOf(kernel: Kernel, id: number): (progress: { done: number; total?: number }) => void {
  let last = 0
  return ({ done, total }) => {
    if (Date.now() - last < 500) return
    last = Date.now()
    kernel.db
      .run(sql`update transfer set done = ${done}, total = coalesce(${total ?? null}::int, total), updated_at = now() where id = ${id}`)
      .catch((err: unknown) => kernel.log.warn({ err }, 'progress of a transfer was lost'))
  }
}

/** Keeps the bytes of a sheet, in place of those there were. Answers how many. */
export async function writeBytes(db: Db, id: number, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  await db.run(sql`delete from transfer_part where transfer_id = ${id}`)
  let place = 0
  let size = 0
  let held: Uint8Array[] = []
  let heldSize = 0
  const put = async () => {
    if (heldSize === 0) return
    await db.run(sql`insert into transfer_part (transfer_id, place, bytes) values (${id}, ${place++}, ${Buffer.concat(held)})`)
    held = []
    heldSize = 0
  }
  for await (const piece of bytes) {
    held.push(piece)
    heldSize += piece.length
    size += piece.length
    if (heldSize >= partSize) await put()
  }
  await put()
  return size
}

/** The bytes of a sheet, piece by piece. */
export async function* readBytes(db: Db, id: number): AsyncGenerator<Buffer> {
  for (let place = 0; ; place++) {
    const row = await db.one<{ bytes: Buffer }>(sql`select bytes from transfer_part where transfer_id = ${id} and place = ${place}`)
    if (!row) return
    yield row.bytes
  }
}

/** What the admin is told of a transfer. */
export const infoOf = ({ account_id: _, options: __, ...rest }: Transfer): TransferInfo => rest

/** Days after which sheets, and what is needed to take an import back, are dropped. */
const keepDays = 30

/** Hours without a sign of life after which a step has been given up by every try of its job. */
const silentHours = 6

/** Drops what nobody will ask for any more, and ends what will not go on by itself. */
export async function tidy(kernel: Kernel): Promise<void> {
  await kernel.db.run(sql`delete from transfer where updated_at < now() - make_interval(days => ${keepDays})`)
  const stuck = await kernel.db.rows<Pick<Transfer, 'id' | 'options'>>(
    sql`select id, options from transfer where status = 'processing' and updated_at < now() - make_interval(hours => ${silentHours})`,
  )
  for (const { id, options } of stuck)
    await finish(kernel.db, id, 'abnormal', { problem: translate(kernel, options.speak, [text('sheets:error.stuck')]) as string[] })
}
