import { type Ctx, invalid, text } from '#core'
import { layoutOf } from '../mapping/columns.ts'
import { mapLines, type Mapped } from '../mapping/read-lines.ts'
import { chooseMapping } from '../mapping/mappings.ts'
import { ahead } from '../source/ahead.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet } from '../source/read.ts'
import type { ImportAnswer } from '../wire.ts'
import { Spoilt } from './batch.ts'
import type { ImportOptions } from './options.ts'
import { prepared, StatementNames } from './prepared.ts'
import { type RecordDraft, records } from './records.ts'
import { Report } from './report.ts'
import { Chunk, type Result } from './write.ts'

/** Thrown to take a rehearsal back. */
class Rehearsed extends Error {}

/**
 * Creates and changes rows of a resource from a sheet. A record that fails costs only itself.
 * @throws Failed INVALID when the sheet or its columns cannot be read, TOO_MANY_ROWS beyond the limit: then nothing was written.
 */
export async function importRecords(ctx: Ctx, resource: string, source: Source, o: ImportOptions = {}): Promise<ImportAnswer> {
  const { kernel } = ctx
  const language = o.language ?? ctx.language
  const inner: Ctx = { ...ctx, language }
  const r = kernel.registry.resource(resource)
  const layout = layoutOf(kernel.registry, r, language)
  const sheet = await openSheet(source, {
    ...(o.limit === undefined ? {} : { limit: o.limit }),
    ...(o.container ? { container: o.container } : {}),
  })
  const mapping = o.mapping ?? (await chooseMapping(inner, layout, sheet.header)).mapping
  const reader = mapLines(mapping, sheet.header, layout)
  if (!layout.head.key.some((f) => reader.targets.some((c) => c.field === f))) {
    throw invalid({
      columns: text('sheets:error.no_key', {
        column: layout.head.columns.find((c) => c.field === layout.head.key[0])?.name ?? '',
      }),
    })
  }
  const report = new Report(inner, layout, o)
  const drafts = records(mapAll(sheet.lines, reader.read, report.lines), layout, {
    constants: reader.constants,
    grouped: mapping.group !== undefined,
    headFirst: mapping.firstLine === 'head',
  })
  const chunk = new Chunk(inner, r, reader.source)
  const names = new StatementNames()
  const attempt = async (list: RecordDraft[], careful: boolean): Promise<Result[]> => {
    const results: Result[] = []
    try {
      await kernel.work(async (plain) => {
        const tx = prepared(plain, names)
        results.length = 0
        try {
          await chunk.begin(tx, list, careful)
          for (const draft of list) report.step(results.push(await chunk.write(tx, draft)))
          await chunk.end(tx, !o.dryRun)
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
    // Savepoints cost two statements a record, so they are taken only when a record turned out to need them.
    const results = await attempt(list, false).catch((error: unknown) => {
      if (error instanceof Spoilt) return attempt(list, true)
      throw error
    })
    for (const [i, draft] of list.entries()) report.add(draft, results[i] as Result, (to, id) => chunk.nameOf(to, id))
  }
  if (o.limit !== undefined) {
    const all: RecordDraft[] = []
    for await (const draft of drafts) all.push(draft)
    report.total = all.length
    await run(all)
  } else for await (const list of ahead(batches(drafts, o.chunk ?? 500))) await run(list)
  return report.answer()
}

async function* mapAll(
  lines: AsyncIterable<Line>,
  read: (line: Line) => Mapped[] | undefined,
  counts: ImportAnswer['lines'],
): AsyncGenerator<Mapped> {
  for await (const line of lines) {
    const mapped = read(line)?.filter(({ cells, problem }) => cells.size > 0 || problem) ?? []
    counts.read++
    if (mapped.length === 0) counts.left_out++
    yield* mapped
  }
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
