import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Ctx, filesDir, hasFile, publicUploads, sql, storeFile } from '#core'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import type { ImportAnswer } from '../wire.ts'
import { transferOrder } from './order.ts'

/** Public uploads as fields and texts name them. Their names are random, so nothing else looks like one. */
const uploads = /\b(?:img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,4}\b/g

/** Under what the paths of another shop are remembered among fetched pictures. */
const source = 'stoa:'

const sheetFile = (folder: string, resource: string) => join(folder, `${resource}.ndjson`)
const uploadList = (folder: string) => join(folder, 'files.json')

interface Upload {
  path: string
  name: string
}

/** Writes a sheet of every resource that goes through sheets to a folder, and the uploads they name. */
export async function exportShop(ctx: Ctx, folder: string, onSheet: (resource: string, rows: number) => void): Promise<{ files: number }> {
  await mkdir(folder, { recursive: true })
  const named = new Set<string>()
  for (const r of transferOrder(ctx.kernel.registry)) {
    let rows = 0
    const bytes = exportRecords(ctx, r.name, { format: 'ndjson', onProgress: ({ done }) => (rows = done) })
    await pipeline(Readable.from(noting(bytes, named), { objectMode: false }), createWriteStream(sheetFile(folder, r.name)))
    onSheet(r.name, rows)
  }
  const files = await publicUploads(ctx.kernel.db, [...named])
  for (const { path } of files) {
    const target = join(folder, 'files', path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, await readFile(join(filesDir(ctx.kernel), path)))
  }
  await writeFile(uploadList(folder), `${JSON.stringify(files, null, 2)}\n`)
  return { files: files.length }
}

async function* noting(bytes: AsyncIterable<Buffer>, named: Set<string>): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    for (const [path] of piece.toString().matchAll(uploads)) named.add(path)
    yield piece
  }
}

/**
 * Reads what `exportShop` wrote, each sheet after those its rows name. A row may name one in other ways than by a field, so sheets with
 * refused rows are read again as long as that brings some. Running it again changes nothing.
 */
export async function importShop(ctx: Ctx, folder: string, onSheet: (resource: string, answer: ImportAnswer) => void): Promise<void> {
  const paths = await bringUploads(ctx, folder)
  let left = []
  for (const { name } of transferOrder(ctx.kernel.registry)) if ((await bytesIn(sheetFile(folder, name))) > 0) left.push(name)
  for (let before = Infinity; left.length > 0;) {
    let refused = 0
    const again: string[] = []
    for (const name of left) {
      const lines = Readable.from(withPaths(sheetFile(folder, name), paths))
      const answer = await importRecords(ctx, name, { name: `${name}.ndjson`, bytes: lines }, { speak: 'en-US', chunk: 200 })
      onSheet(name, answer)
      refused += answer.summary.error
      if (answer.summary.error > 0) again.push(name)
    }
    if (refused >= before) return
    before = refused
    left = again
  }
}

const bytesIn = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** The paths uploads of the other shop have here; each is brought once. */
async function bringUploads({ kernel }: Ctx, folder: string): Promise<ReadonlyMap<string, string>> {
  const list = (await bytesIn(uploadList(folder))) > 0 ? (JSON.parse(await readFile(uploadList(folder), 'utf8')) as Upload[]) : []
  const known = await kernel.db.rows<{ url: string; path: string }>(
    sql`select url, path from fetched_picture where url = any(${list.map(({ path }) => source + path)}::text[])`,
  )
  const paths = new Map<string, string>()
  for (const { url, path } of known) if (await hasFile(kernel, path)) paths.set(url.slice(source.length), path)
  for (const { path, name } of list) {
    if (paths.has(path) || !path.match(uploads)) continue
    const bytes = await readFile(join(folder, 'files', path))
    const stored = await storeFile(kernel, kernel.db, { bytes, name, type: path.startsWith('img/') ? 'image' : 'file', trusted: true })
    await kernel.db.run(sql`insert into fetched_picture (url, path) values (${source + path}, ${stored.path})
      on conflict (url) do update set path = excluded.path, updated_at = now()`)
    paths.set(path, stored.path)
  }
  return paths
}

/** The lines of a sheet with the uploads they name as they are called here. */
async function* withPaths(file: string, paths: ReadonlyMap<string, string>): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield Buffer.from(`${line.replaceAll(uploads, (path) => paths.get(path) ?? path)}\n`)
}
