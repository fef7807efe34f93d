import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx } from 'stoa'
import type { Resource } from 'stoa/engine'
import { exportRecords } from '../export/export.ts'
import { getLayout } from '../mapping/columns.ts'
import { transferOrder } from './order.ts'
import { shopFiles } from './shop-files.ts'
import { exportSettings } from './shop-settings.ts'
import { exportUploads, uploadsIn } from './uploads.ts'

/** Exports a shop to a folder: a file for every transferable resource, the settings and the uploads. */
export async function exportShop(ctx: Ctx, folder: string, onSheet: (resource: string, rows: number) => void): Promise<{ files: number }> {
  await mkdir(folder, { recursive: true })
  const files = shopFiles(folder)
  const named = new Set<string>(uploadsIn(await exportSettings(ctx, folder)))
  for (const r of transferOrder(ctx.kernel.registry)) {
    let rows = 0
    const lines = findSheet(ctx, r, (count) => (rows = count))
    await pipeline(Readable.from(noteUploads(lines, named), { objectMode: false }), createWriteStream(files.sheet(r.name)))
    onSheet(r.name, rows)
  }
  return { files: await exportUploads(ctx, folder, named) }
}

/** The lines of a resource's file: its rows, and rows that exist only in the export. */
async function* findSheet(ctx: Ctx, r: Resource, onRows: (count: number) => void): AsyncGenerator<Buffer> {
  const { where, more } = r.def.transfer || {}
  let rows = 0
  const onProgress = ({ done }: { done: number }) => onRows((rows = done))
  yield* exportRecords(ctx, r.name, { format: 'ndjson', scope: 'shop', onProgress, ...(where ? { where } : {}) })
  if (!more) return
  const [key] = getLayout(ctx.kernel.registry, r, ctx.language, 'shop').head.key
  for await (const line of more(ctx)) {
    yield Buffer.from(`${JSON.stringify(line)}\n`)
    if (line[key?.name ?? ''] !== undefined) onRows(++rows)
  }
}

async function* noteUploads(bytes: AsyncIterable<Buffer>, named: Set<string>): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    for (const path of uploadsIn(piece.toString())) named.add(path)
    yield piece
  }
}
