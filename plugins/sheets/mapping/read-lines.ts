import { validationError, message, type Message } from 'stoa'
import { isClear, joinList, toColumnLetters, listPart, readWord } from '../source/cell.ts'
import type { Line, Mark } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { foreignColumns, foreignText, languageReader, getSiblings } from './languages.ts'
import { isWithoutYear, type Loss, Losses } from './precision-losses.ts'
import { OnTop } from './add-columns.ts'
import { Places } from './places.ts'
import { leftOutFinder, linePreparer } from './prepare-lines.ts'
import { unfold } from './expand-cells.ts'
import type { CellKind } from './column-formats.ts'
import { changed, getChanges, isTooLow, ourColumn, getTest, type Wire, getWires } from './connect-columns.ts'

/** A cell with its target column. */
export interface Cell {
  text: string
  /** Clears the field. */
  clear?: true
  line: number
  /** Header of its column in the file. */
  header: string
  mark?: Mark
  /** The cell is a date or a time in the shop's time zone; for a date, its start or its end counts. */
  day?: 'begin' | 'end' | 'time'
}

/** A line after the mapping. */
export interface Mapped {
  line: number
  /** Group of the line; '' without one. */
  group: string
  cells: Map<Column, Cell>
  /** External id of the record; '' without one. */
  external: string
  /** A problem with the whole line. */
  problem?: { cell: Cell; why: Message }
  /** Cells, or parts of them, that are not imported. */
  warnings: readonly { cell: Cell; why: Message }[]
}

/** A mapping that is bound to a header. */
export interface Reader {
  /** Our columns that the file fills. */
  targets: readonly Column[]
  /** The names of our columns in the file. */
  headers: ReadonlyMap<Column, string>
  /** Our columns whose blank cells inherit the value of the line above. */
  inherits: ReadonlySet<Column>
  constants: ReadonlyMap<Column, string>
  /** Source name of the external ids, if the file has them. */
  source: string | undefined
  /** Source name under which cells may name rows of other resources by their external ids. */
  relationSource: string | undefined
  /** Indexes of columns whose cells are all numbers, or all dates. */
  formatted: ReadonlyMap<number, CellKind>
  /** The cell for which a line is left out; undefined when it is read. `today` is an ISO date. */
  findLeftOut(line: Line, today: string): Loss | undefined
  /** Maps a line to one or more lines; undefined when it is skipped. */
  read(line: Line): Mapped[] | undefined
}

/** Whether several cells are concatenated; otherwise the first cell counts. */
export const isList = (c: Column): boolean => c.item !== undefined || c.field?.meta.kind === 'many' || c.field?.meta.kind === 'tags'

/**
 * Binds a mapping to a header whose line has `width` cells.
 * @throws AppError INVALID for a column we do not have, or one that the file has twice
 */
export function mapLines(mapping: Mapping, sheetHeader: readonly string[], layout: Layout, width = sheetHeader.length): Reader {
  const group = mapping.group === undefined ? [] : typeof mapping.group === 'string' ? [mapping.group] : mapping.group
  const { header, lines } = unfold(mapping, sheetHeader, group)
  const places = new Places(header)
  const problems: Record<string, Message> = {}
  const wires = getWires(mapping, header, places, layout, problems)
  const constants = new Map<Column, string>()
  for (const [name, value] of Object.entries(mapping.constants ?? {})) {
    const column = ourColumn(layout, name, problems)
    if (column) constants.set(column, value)
  }
  const change = getChanges(mapping)
  const groups = group.map((name) => ({ name, at: places.indexOf(name), ...change(name) }))
  const skip = mapping.skip?.map((condition) => getTest(condition, places))
  const losses = new Losses(mapping, header, places, [
    ...new Set(wires.flatMap((w) => (w.column.field?.meta.kind === 'date' ? [w.at] : []))),
  ])
  const { language, external } = mapping
  const languageAt = language && places.indexOf(language.column)
  const externalAt = [external?.column ?? []]
    .flat()
    .map((name) => places.indexOf(name))
    .find((at) => at !== undefined)
  const prepare = linePreparer(mapping, places)
  const findLeftOut = leftOutFinder(mapping.leaveOut, header, places)
  const inherited = new Set(mapping.inherit?.map((name) => places.indexOf(name)))
  Object.assign(problems, places.problems)
  if (Object.keys(problems).length > 0) throw validationError(problems)

  const getCellText = (line: Line, at: number | undefined) => (at === undefined ? '' : (line.cells[at] ?? '').trim())
  const lastGroup = new Map<string, string>()
  /** The group value of a line; for a blank cell that inherits, that of the line above. */
  const inheritGroup = ({ name, at }: { name: string; at: number | undefined }, text: string): string => {
    if (at === undefined || !inherited.has(at)) return text
    const group = text === '' ? (lastGroup.get(name) ?? '') : text
    lastGroup.set(name, group)
    return group
  }
  const readLanguage = languageReader(mapping, languageAt)
  const foreignCells = foreignColumns(header, layout, mapping)
  const siblings = getSiblings(layout)
  const onTop = new OnTop(mapping, places)
  const readOne = (line: Line): Mapped => {
    const record = groups.map((g) => inheritGroup(g, changed(getCellText(line, g.at), g).trim())).find(Boolean) ?? ''
    onTop.meet(line, record)
    const { locale, unknown } = readLanguage(line)
    const cells = new Map<Column, Cell>()
    const warnings = [...losses.find(line), ...foreignCells(line)]
    for (const wire of wires) {
      if (wire.when?.(line) === false || wire.unless?.(line) === true) continue
      const raw = line.cells[wire.at] ?? ''
      if (isWithoutYear(wire.column, raw)) continue
      // PostgreSQL cannot store NUL.
      const mark = raw.includes('\0') ? 'error' : line.marks?.get(wire.at)
      const read =
        mark === 'error' ? '' : ((raw.trim() === '' ? undefined : wire.text) ?? changed(onTop.add(wire.at, record, raw), wire, wire.column))
      const { minimum } = wire
      const value = isTooLow(read, minimum) ? String(minimum) : read
      if (value !== read)
        warnings.push({ cell: { text: read, line: line.line, header: wire.header }, why: message('sheets:warning.too_low', { minimum }) })
      if (value.trim() === '' && !mark) continue
      if (unknown !== undefined && siblings.has(wire.column)) {
        warnings.push(foreignText({ text: raw.trim(), line: line.line, header: wire.header }, unknown))
        continue
      }
      const column = (locale && siblings.get(wire.column)?.get(locale)) ?? wire.column
      const existing = cells.get(column)
      if (!existing)
        cells.set(
          column,
          getCell(
            column,
            { line: line.line, header: wire.header, ...(wire.day ? { day: wire.day } : {}) },
            value,
            value === raw || mark === 'error' ? mark : undefined,
          ),
        )
      else if (isList(column)) existing.text += ` | ${readWord(value)}`
    }
    return {
      line: line.line,
      group: record,
      cells,
      external: getCellText(line, externalAt),
      warnings,
    }
  }
  const reached = wires.flatMap((w) => [w.column, ...(language ? [...(siblings.get(w.column)?.values() ?? [])] : [])])
  return {
    targets: [...new Set([...reached, ...constants.keys()])],
    headers: new Map(wires.toReversed().map((w) => [w.column, w.header])),
    inherits: new Set(wires.flatMap((w) => (inherited.has(w.at) ? [w.column] : []))),
    constants,
    formatted: formattedPlaces(wires, sheetHeader.length),
    source: externalAt === undefined ? undefined : external?.source,
    relationSource: external?.source,
    findLeftOut: (line, today) => findLeftOut(prepare(line), today),
    read(raw) {
      const line = prepare(raw)
      if (skip?.some((holds) => holds(line))) return undefined
      const problem = beyond(line, width)
      const [first, ...more] = lines(line).map(readOne)
      return first && problem ? [{ ...first, problem }, ...more] : first && [first, ...more]
    },
  }
}

const formats: Readonly<Record<string, CellKind>> = {
  money: 'amount',
  decimal: 'number',
  percent: 'number',
  int: 'amount',
  date: 'date',
  instant: 'date',
}

/** Indexes of columns that all their targets read in the same way. Columns with value replacements are excluded. */
function formattedPlaces(wires: readonly Wire[], width: number): ReadonlyMap<number, CellKind> {
  const found = new Map<number, CellKind | undefined>()
  for (const { at, column, values, day } of wires) {
    const format = values.size > 0 || day === 'begin' || day === 'end' ? undefined : formats[(column.item ?? column.field)?.meta.kind ?? '']
    found.set(at, found.has(at) && found.get(at) !== format ? undefined : format)
  }
  return new Map([...found].flatMap(([at, format]) => (format === undefined || at >= width ? [] : [[at, format] as const])))
}

/** A line with more cells than the header. One extra cell shifts all that follow it, so the line is rejected. */
function beyond({ cells, line }: Line, width: number): Mapped['problem'] {
  if (cells.length <= width) return undefined
  const at = cells.findIndex((cell, i) => i >= width && cell.trim() !== '')
  if (at < 0) return undefined
  const reason = message('sheets:error.beyond', { cells: cells.length, columns: width })
  return { cell: { text: cells[at] ?? '', line, header: toColumnLetters(at) }, why: reason }
}

/** A cell for a column of ours. A JSON list is converted to the text format of list columns. */
function getCell(column: Column, at: Pick<Cell, 'line' | 'header' | 'day'>, value: string, mark: Mark | undefined): Cell {
  const items = mark === 'list' && (column.item || column.field?.meta.kind === 'many') ? getItems(value) : undefined
  if (items) return { ...at, text: joinList(items.map(listPart)) }
  return { ...at, text: readWord(value), ...(mark ? { mark } : {}), ...(isClear(value) ? { clear: true } : {}) }
}

/** The texts of a JSON list; undefined when it contains anything else. */
function getItems(json: string): string[] | undefined {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) && list.every((item) => typeof item === 'string' || typeof item === 'number') ? list.map(String) : undefined
}
