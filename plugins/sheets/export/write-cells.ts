import { type Ctx, type HeldFile, type Kernel, type Row, dropDecimals } from 'stoa'
import type { CompiledField } from 'stoa/engine'
import type { Relations } from '../import/relations.ts'
import type { Column, Layout, Level } from '../mapping/columns.ts'
import { referencesIn, replaceReferences } from '../mapping/references.ts'
import { joinList, listPart, sayWord } from '../source/cell.ts'

/** A cell to write. Numbers become number cells in a workbook; texts are escaped against formula injection. */
export interface OutCell {
  text: string
  number?: boolean
  /** The JSON value, where it differs from the text. */
  value?: boolean | readonly string[]
}

type Cells = Map<Column, OutCell>

/** Display texts of related rows, by resource and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>

/** The lines of a row: its own cells on the first line, then one line for each child row; nested child rows follow their parent. */
export function getLines(ctx: Ctx, layout: Layout, row: Row, names: Names): OutCell[][] {
  const columns = layout.columns.filter((c) => c.writes)
  const lines = linesAt(ctx, layout.head, row, names).map((cells) => columns.map((c) => worded(cells.get(c))))
  // A row whose child columns are not exported has one line.
  return lines.filter((cells, i) => i === 0 || cells.some((cell) => cell.text !== ''))
}

const worded = (cell: OutCell = { text: '' }): OutCell => (cell.number ? cell : { ...cell, text: sayWord(cell.text) })

/** Amounts of child rows use the currency of their parent. */
function linesAt(ctx: Ctx, level: Level, row: Row, names: Names, outer = ''): Cells[] {
  const currency = typeof row['currency'] === 'string' ? row['currency'] : outer
  const extras = level.resource.def.sheet?.write?.(row, ctx) ?? {}
  const headCells: Cells = new Map()
  for (const c of level.columns)
    if (c.writes)
      headCells.set(c, c.extra === undefined ? getCell(ctx.kernel, c, row, names, currency) : { text: getText(extras[c.extra]) })
  const lines: Cells[] = [headCells]
  for (const child of level.children) {
    const below = ((row[child.rows?.name ?? ''] ?? []) as Row[]).flatMap((r) => linesAt(ctx, child, r, names, currency))
    // Child rows of different fields share lines side by side.
    for (const [i, cells] of below.entries()) lines[i] = new Map([...(lines[i] ?? []), ...cells])
  }
  return lines
}

function getCell(kernel: Kernel, c: Column, row: Row, names: Names, currency: string): OutCell {
  const f = c.field as CompiledField
  const value = c.references ? withNames(kernel, c, row[f.name], names) : row[f.name]
  if (value === null || value === undefined) return { text: '' }
  if (c.item) return { text: joinList((value as Row[]).map((r) => listPart(String(r[c.item?.name ?? ''] ?? '')))) }
  if (c.locale) return { text: textIn(f, (value as Record<string, unknown>)[c.locale]) }
  const named = (id: number) => names.get(f.meta.to ?? '')?.get(id) ?? ''
  switch (f.meta.kind) {
    case 'money':
      return { text: dropDecimals(String(value), currency), number: true }
    case 'one':
      return { text: named(value as number) }
    case 'privateFile':
      return { text: (value as HeldFile).name }
    case 'many':
      return { text: joinList((value as number[]).map(named).filter(Boolean)) }
    default:
      if (f.kind.cell === 'list') {
        const items = (value as unknown[]).map(String)
        return { text: listText(items), value: items }
      }
      if (typeof value === 'boolean') return { text: getText(value), value }
      return f.kind.cell === 'number' ? { text: String(value), number: true } : { text: textIn(f, value) }
  }
}

/** A JSON value in each of its languages, with the names of rows instead of their ids. */
function withNames(kernel: Kernel, c: Column, value: unknown, names: Names): unknown {
  const named = (item: unknown) => replaceReferences(kernel, c, item, (resource, id) => names.get(resource)?.get(Number(id)) ?? '')
  if (!c.locale || typeof value !== 'object' || value === null) return named(value)
  return Object.fromEntries(Object.entries(value).map(([locale, item]) => [locale, named(item)]))
}

const listText = (tags: readonly string[]) =>
  tags.some((t) => t.includes('|') || t.startsWith('[') || t !== t.trim()) ? JSON.stringify(tags) : joinList(tags)

/** A text of a JSON field is written as JSON, so that it can be imported again. */
const textIn = (f: CompiledField, value: unknown): string =>
  f.kind.column === 'jsonb' && typeof value === 'string' && value !== '' ? JSON.stringify(value) : getText(value)

function getText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Loads the display texts of all related rows of a batch. */
export async function findNames(ctx: Ctx, relations: Relations, layout: Layout, rows: readonly Row[]): Promise<Names> {
  const idsByResource = new Map<string, Set<number>>()
  const add = (to: string, ids: Iterable<number>) => {
    const all = idsByResource.get(to) ?? new Set<number>()
    for (const id of ids) all.add(id)
    idsByResource.set(to, all)
  }
  const collectReferences = (column: Column, value: unknown) => {
    for (const [to, ids] of referencesIn(ctx.kernel, column, value)) add(to, [...ids].map(Number).filter(Number.isSafeInteger))
  }
  const collect = (level: Level, row: Row) => {
    for (const column of level.columns) {
      const { field, locale } = column
      const value = field && row[field.name]
      if (column.references) collectReferences(column, locale ? (value as Record<string, unknown> | null)?.[locale] : value)
      if (!field?.meta.to || value === null || value === undefined || !['one', 'many'].includes(field.meta.kind)) continue
      add(field.meta.to, Array.isArray(value) ? (value as number[]) : [value as number])
    }
    for (const child of level.children) for (const r of (row[child.rows?.name ?? ''] ?? []) as Row[]) collect(child, r)
  }
  for (const row of rows) collect(layout.head, row)
  const names = new Map<string, Map<number, string>>()
  for (const [to, ids] of idsByResource) names.set(to, await relations.loadNames(ctx.kernel.db, ctx.kernel.registry.resource(to), [...ids]))
  return names
}
