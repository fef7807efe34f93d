import type { Ctx } from 'stoa'
import { ahead } from '../source/prefetch.ts'
import type { Source } from '../source/line.ts'
import type { ImportAnswer } from '../api-types.ts'
import { Spoilt } from './batch.ts'
import { findDrafts } from './drafts.ts'
import type { ImportOptions } from './options.ts'
import { Pictures } from './pictures.ts'
import { watched } from './counting-transaction.ts'
import type { RecordDraft } from './records.ts'
import { Report } from './report.ts'
import { Chunk, type Result } from './write.ts'

/** Thrown to roll back a dry run. */
class Rehearsed extends Error {}

/**
 * Creates and updates rows of a resource from a file. A rejected record does not affect the others.
 * @throws AppError INVALID when the file or its columns cannot be read, TOO_MANY_ROWS above the limit; nothing is written then
 */
export async function importRecords(ctx: Ctx, resource: string, source: Source, o: ImportOptions = {}): Promise<ImportAnswer> {
  const { kernel } = ctx
  const language = o.language ?? ctx.language
  const inner: Ctx = { ...ctx, language }
  const r = kernel.registry.resource(resource)
  const { layout, reader, lines, notices, leftOut, source: origin, drafts } = await findDrafts(inner, r, source, o)
  const pictures = new Pictures(inner, o.dryRun ?? false)
  const report = new Report(inner, layout, { headers: reader.headers, lines, notices, leftOut, pictures }, o)
  const chunk = new Chunk(inner, r, { source: origin, relationSource: reader.relationSource, ...(o.scope ? { scope: o.scope } : {}) })
  const attempt = async (list: RecordDraft[], careful: boolean): Promise<Result[]> => {
    const results: Result[] = []
    try {
      await kernel.transaction(async (plain) => {
        const tx = watched(plain)
        results.length = 0
        try {
          await chunk.begin(tx, list, { careful, files: await pictures.lock(tx, list), isRehearsal: o.dryRun ?? false })
          for (const draft of list) report.step(results.push(await chunk.write(tx, draft)))
          await chunk.end(tx)
        } finally {
          await chunk.still()
        }
        if (o.dryRun) throw new Rehearsed()
        await o.ledger?.(plain, chunk.written)
      })
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error
    }
    return results
  }
  const run = async (list: RecordDraft[]) => {
    await pictures.bring(list, () => report.fetched())
    // Savepoints cost two statements per record, so they are used only after a record has failed.
    const results = await attempt(list, false).catch((error: unknown) => {
      if (error instanceof Spoilt) return attempt(list, true)
      throw error
    })
    for (const [i, draft] of list.entries()) report.add(draft, results[i] as Result, (to, id) => chunk.getName(to, id))
  }
  if (o.limit !== undefined) {
    const all: RecordDraft[] = []
    for await (const draft of drafts) all.push(draft)
    report.total = all.length + (await pictures.count(all))
    await run(all)
  } else for await (const list of ahead(batches(drafts, o.chunk ?? 500))) await run(list)
  return report.answer()
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let list: T[] = []
  for await (const item of items) {
    if (list.push(item) < size) continue
    yield list
    list = []
  }
  if (list.length > 0) yield list
}
