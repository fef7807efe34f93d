import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { basic, type Ctx, type Locale, type Message, message } from 'stoa'
import type { Resource } from 'stoa/engine'
import { amended, type Amendment } from '../mapping/amend.ts'
import { type Layout, getLayoutFor, type LayoutScope } from '../mapping/columns.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type ColumnFormat, columnFormats, withPlainCells } from '../mapping/column-formats.ts'
import { chooseMapping } from '../mapping/mappings.ts'
import { missingKey } from '../mapping/missing-key.ts'
import { withParents } from '../mapping/parents.ts'
import { withHeaderNames } from '../mapping/starred-columns.ts'
import { mapLines, type Mapped, type Reader } from '../mapping/read-lines.ts'
import type { Line, Source } from '../source/line.ts'
import { encodingLabel } from '../source/encoding.ts'
import { openSheet, type Sheet } from '../source/read.ts'
import type { Limits } from '../source/unpack.ts'
import type { ImportAnswer } from '../api-types.ts'
import { composesKey } from './compose-key.ts'
import { inReferenceOrder, refersToOwn } from './reference-order.ts'
import { OWN_KEYS, type Problem, type RecordDraft, records } from './records.ts'

/** How a file is opened and mapped. */
export interface Reading {
  /** The column mapping; recognised by the header when absent. */
  mapping?: Mapping
  /** Changes to the mapping. */
  amend?: Amendment
  /** Language of per-language columns without a suffix; defaults to the language of the context. */
  language?: Locale
  /** Maximum number of lines. */
  limit?: number
  container?: Limits
  /** The purpose of the columns; defaults to `sheet`. */
  scope?: LayoutScope
  /** Records in the order of the file, also where one names a later one; for a preview. */
  inFileOrder?: boolean
}

/** A notice about a column; about the whole file when the column is blank. */
export interface Notice {
  column: string
  value: string
  why: Message
}

/** The records of a file before rows are looked up. */
export interface Drafts {
  layout: Layout
  reader: Reader
  /** Lines read so far. */
  lines: ImportAnswer['lines']
  /** Guesses about the file as a whole. */
  notices: readonly Notice[]
  /** Cells for which the mapping leaves lines out, of the lines read so far. */
  leftOut: readonly Problem[]
  /** Source name of the external ids, where rows are found by them too. */
  source: string | undefined
  /** Can be iterated once. */
  drafts: AsyncGenerator<RecordDraft>
}

/**
 * Opens a file and groups its lines into records.
 * @throws AppError INVALID when it cannot be read, or when it has no key column
 */
export async function findDrafts(ctx: Ctx, r: Resource, source: Source, o: Reading): Promise<Drafts> {
  const layout = getLayoutFor({ ...ctx, language: o.language ?? ctx.language }, r, o.scope)
  const sheet = await openSheet(source, {
    ...(o.limit === undefined ? {} : { limit: o.limit }),
    ...(o.container ? { container: o.container } : {}),
  })
  try {
    return await understand(ctx, layout, sheet, o)
  } catch (error) {
    await sheet.close()
    throw error
  }
}

async function understand(ctx: Ctx, layout: Layout, opened: Sheet, o: Reading): Promise<Drafts> {
  const r = layout.head.resource
  const found = withHeaderNames(o.mapping ?? (await chooseMapping(ctx, layout, opened.header)).mapping, opened.header)
  const mapping = o.amend ? amended(found, o.amend) : found
  const sheet = await withParents(opened, mapping)
  const reader = mapLines(mapping, sheet.header, layout, sheet.width)
  const hasKey = layout.head.key.some((f) => reader.targets.some((c) => c.field === f)) || composesKey(layout, reader.targets)
  if (!hasKey && (r.def.sheet?.findBy === undefined || !reader.targets.some((c) => c.level === layout.head)))
    throw await missingKey(ctx, layout, sheet.header, mapping)
  // The key is a number that the product assigns, so a file cannot set it. The file's value is stored as an external id and used to find
  // the row again.
  const named = reader.source === undefined && !layout.head.columns.some((c) => c.reads && layout.head.key.some((f) => f === c.field))
  const { first, all } = await beginning(sheet.lines)
  const formats = columnFormats(first, reader.formatted)
  const lines = { read: 0, left_out: 0 }
  const grouped = mapping.group !== undefined && mapping.group.length > 0
  const leftOut: Problem[] = []
  const today = Temporal.Now.plainDateISO(ctx.kernel.settings.of(basic).time_zone).toString()
  const read = (line: Line): Mapped[] | undefined => {
    const plainLine = withPlainCells(line, formats)
    const found = reader.findLeftOut(plainLine, today)
    if (found && leftOut.length < MOST_LEFT_OUT) leftOut.push({ line: line.line, ...found })
    return found ? undefined : reader.read(plainLine)
  }
  const drafts = records(mapAll(all, read, lines), layout, {
    constants: reader.constants,
    grouped,
    gather: grouped && mapping.gather === true,
    headFirst: mapping.firstLine === 'head',
    inherits: reader.inherits,
    named,
  })
  return {
    layout,
    reader,
    lines,
    notices: getNotices(sheet, formats),
    leftOut,
    source: named ? OWN_KEYS : reader.source,
    drafts: !o.inFileOrder && refersToOwn(layout, reader.targets) ? inReferenceOrder(drafts, layout) : drafts,
  }
}

/** Maximum number of left out lines that are reported; all are counted. */
const MOST_LEFT_OUT = 1_000

/** Lines inspected to detect formats of columns; covers a whole file with a line limit. */
const LINES_LOOKED_AT = 1_000

/** The first lines of a file, and an iterator over all of them. */
async function beginning(lines: AsyncIterable<Line>): Promise<{ first: Line[]; all: AsyncIterable<Line> }> {
  const rest = lines[Symbol.asyncIterator]()
  const first: Line[] = []
  while (first.length < LINES_LOOKED_AT) {
    const next = await rest.next()
    if (next.done) break
    first.push(next.value)
  }
  async function* all() {
    try {
      yield* first
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { first, all: all() }
}

/** Guesses about a file as a whole, for people to check. */
function getNotices({ header, encoding }: Sheet, formats: readonly ColumnFormat[]): Notice[] {
  return [
    ...(encoding?.isGuessed
      ? [{ column: '', value: encoding.name, why: message('sheets:warning.encoding', { encoding: encodingLabel(encoding.name) }) }]
      : []),
    ...formats.map(({ at, kind, example, read }) => ({
      column: header[at] ?? '',
      value: example,
      why: message(`sheets:warning.${kind}`, { example, read }),
    })),
  ]
}

/** Number of cells processed before the loop yields to the event loop. */
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
