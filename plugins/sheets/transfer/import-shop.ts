import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Ctx } from 'stoa'
import type { Resource } from 'stoa/engine'
import { importRecords } from '../import/import.ts'
import type { Source } from '../source/line.ts'
import type { ImportAnswer } from '../api-types.ts'
import { transferOrder } from './order.ts'
import { bytesIn, shopFiles } from './shop-files.ts'
import { importSettings, readSettings, type RefusedSetting } from './shop-settings.ts'
import { restoreStatuses } from './statuses.ts'
import { importUploads, withUploadPaths } from './uploads.ts'

/** Progress callbacks of a shop import. */
export interface ShopImport {
  onSheet(resource: string, answer: ImportAnswer): void
  onSettings?(refused: readonly RefusedSetting[]): void
}

/**
 * Imports the output of `exportShop`, each file after those its rows reference. Rows may reference others outside relation fields, so files
 * with rejected rows are imported again as long as that makes progress. Idempotent.
 */
export async function importShop(ctx: Ctx, folder: string, { onSheet, onSettings }: ShopImport): Promise<void> {
  const { kernel } = ctx
  const paths = await importUploads(ctx, folder)
  const settings = await readSettings(folder, paths)
  const refusedSettings = settings ? await importSettings(ctx, settings, false) : []
  const inner: Ctx = { ...ctx, language: settings?.language ?? ctx.language, mainLanguage: kernel.settings.mainLanguage }
  const sheets: Resource[] = []
  for (const r of transferOrder(kernel.registry)) if ((await bytesIn(shopFiles(folder).sheet(r.name))) > 0) sheets.push(r)
  const open = (r: Resource): Source => ({
    name: `${r.name}.ndjson`,
    bytes: Readable.from(withPaths(shopFiles(folder).sheet(r.name), paths)),
  })
  let left = sheets
  for (let before = Infinity; left.length > 0;) {
    let refused = 0
    const again: Resource[] = []
    for (const r of left) {
      const answer = await importRecords(inner, r.name, open(r), { speak: 'en-US', chunk: 200, scope: 'shop' })
      onSheet(r.name, answer)
      refused += answer.summary.error
      if (answer.summary.error > 0) again.push(r)
    }
    if (refused >= before) break
    before = refused
    left = again
  }
  for (const r of sheets) if (r.def.transfer && r.def.transfer.status) await restoreStatuses(inner, r, open(r))
  if (settings) refusedSettings.push(...(await importSettings(inner, settings, true)))
  onSettings?.(refusedSettings)
}

/** The lines of a file, with upload paths replaced by those of this shop. */
async function* withPaths(file: string, paths: ReadonlyMap<string, string>): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield Buffer.from(`${withUploadPaths(line, paths)}\n`)
}
