import { setImmediate } from 'node:timers/promises'
import { type Ctx, invalid, type Locale, text } from '#core'
import type { Resource } from '#core/engine'
import { amended, type Amendment } from '../mapping/amend.ts'
import { type Layout, layoutOf } from '../mapping/columns.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { chooseMapping } from '../mapping/mappings.ts'
import { mapLines, type Mapped, type Reader } from '../mapping/read-lines.ts'
import type { Line, Source } from '../source/line.ts'
import { openSheet } from '../source/read.ts'
import type { Limits } from '../source/unpack.ts'
import type { ImportAnswer } from '../wire.ts'
import { type RecordDraft, records } from './records.ts'

/** How a sheet is opened and understood. */
export interface Reading {
  /** How the sheet reads; found by its header when absent. */
  mapping?: Mapping
  /** What is said over the mapping. */
  amend?: Amendment
  /** Language of per-language texts in columns without one; the context's when absent. */
  language?: Locale
  /** Most lines. */
  limit?: number
  container?: Limits
}

/** A sheet as the records it tells of, before anything is looked up. */
export interface Drafts {
  layout: Layout
  reader: Reader
  /** Lines as they are read. */
  lines: ImportAnswer['lines']
  /** Whose ids records carry, when rows are found by them too. */
  source: string | undefined
  /** Can be gone through once. */
  drafts: AsyncGenerator<RecordDraft>
}

/**
 * Opens a sheet and makes records of its lines.
 * @throws Failed INVALID when it cannot be read, or has no column its rows are found by
 */
export async function draftsOf(ctx: Ctx, r: Resource, source: Source, o: Reading): Promise<Drafts> {
  const layout = layoutOf(ctx.kernel.registry, r, o.language ?? ctx.language)
  const sheet = await openSheet(source, {
    ...(o.limit === undefined ? {} : { limit: o.limit }),
    ...(o.container ? { container: o.container } : {}),
  })
  const found = o.mapping ?? (await chooseMapping(ctx, layout, sheet.header)).mapping
  const mapping = o.amend ? amended(found, o.amend) : found
  const reader = mapLines(mapping, sheet.header, layout, sheet.width)
  if (!layout.head.key.some((f) => reader.targets.some((c) => c.field === f))) {
    throw invalid({
      columns: text('sheets:error.no_key', {
        column: layout.head.columns.find((c) => c.field === layout.head.key[0])?.name ?? '',
      }),
    })
  }
  // A number that the product gives cannot be set by a sheet: what the sheet calls a record is kept beside it, and found again.
  const named = reader.source === undefined && !layout.head.columns.some((c) => c.reads && layout.head.key.some((f) => f === c.field))
  const lines = { read: 0, left_out: 0 }
  const grouped = mapping.group !== undefined && mapping.group.length > 0
  const drafts = records(mapAll(sheet.lines, reader.read, lines), layout, {
    constants: reader.constants,
    grouped,
    gather: grouped && mapping.gather === true,
    headFirst: mapping.firstLine === 'head',
    inherits: reader.inherits,
    named,
  })
  return { layout, reader, lines, source: named ? 'sheet' : reader.source, drafts }
}

/** Cells looked at before others have their turn of the event loop. */
const CELLS_IN_A_TURN = 5_000

async function* mapAll(
  lines: AsyncIterable<Line>,
  read: (line: Line) => Mapped[] | undefined,
  counts: ImportAnswer['lines'],
): AsyncGenerator<Mapped> {
  let cells = 0
  for await (const line of lines) {
    cells += line.cells.length
    if (cells > CELLS_IN_A_TURN) {
      await setImmediate()
      cells = 0
    }
    const mapped = read(line)?.filter(({ cells, problem }) => cells.size > 0 || problem) ?? []
    counts.read++
    if (mapped.length === 0) counts.left_out++
    yield* mapped
  }
}
