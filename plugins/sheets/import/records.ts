import { message, type Message } from 'stoa'
import type { Column, Layout, Level } from '../mapping/columns.ts'
import { type Cell, isList, type Mapped } from '../mapping/read-lines.ts'
import { splitList } from '../source/cell.ts'
import { Above, gathered } from './lines.ts'

/** A row as a sheet tells it, with its child rows. */
export interface Draft {
  level: Level
  line: number
  cells: Map<Column, Cell>
  children: Map<Level, Draft[]>
}

/** Something wrong with a cell, or with a whole record when there is no cell. */
export interface Problem {
  line: number
  cell?: Cell
  /** Field path of what has no cell. */
  path?: string
  why: Message
}

/** Source of ids where the keys of a sheet are ids of its own. */
export const OWN_KEYS = 'sheet'

/** A record of a sheet with what is wrong with it already. */
export interface RecordDraft extends Draft {
  key: string
  /** Their own id of it; '' when they have none. */
  external: string
  problems: Problem[]
  warnings: Problem[]
  /** Its lines, where they need not follow each other. */
  lines?: number[]
}

export interface RecordOptions {
  /** Texts for rows a cell says nothing about. */
  constants: ReadonlyMap<Column, string>
  /** Lines say by a column of theirs which record they belong to. */
  grouped: boolean
  /** They stand anywhere: put together before the first record is made. */
  gather: boolean
  /** The first of several lines describes the record alone. */
  headFirst: boolean
  /** Columns where a blank cell says what the line above says. */
  inherits: ReadonlySet<Column>
  /** Their keys are ids of the sheet's own: rows have others, which no sheet sets. */
  named: boolean
}

/** Joins lines to records: a line begins a new one when its key is another; a line without key goes on with the last. */
export async function* records(lines: AsyncIterable<Mapped>, layout: Layout, o: RecordOptions): AsyncGenerator<RecordDraft> {
  let current: RecordDraft | undefined
  let group = ''
  // Child cells of the first line, held back until it is known to be the only one.
  let held: Mapped | undefined
  const ended = new Map<string, number>()
  const above = new Above(o.inherits)
  const finish = (record: RecordDraft): RecordDraft => {
    if (held) addChildren(record, record, held, o.grouped)
    held = undefined
    fillConstants(record, o.constants)
    if (o.grouped && group !== '') ended.set(group, record.lines?.at(-1) ?? record.line)
    return record
  }
  for await (const line of o.gather ? gathered(lines) : lines) {
    const key = keyText(layout.head, line.cells)
    const mark = o.grouped ? line.group : key
    const goesOn =
      current !== undefined &&
      (o.grouped ? mark !== '' && mark === group : layout.head.children.length > 0 && (mark === '' || mark === group))
    const mapped = above.fill(line, goesOn)
    if (!goesOn) {
      if (current) yield finish(current)
      group = mark
      current = {
        level: layout.head,
        line: mapped.line,
        cells: new Map(),
        children: new Map(),
        key: keyText(layout.head, mapped.cells),
        external: o.named ? keyText(layout.head, mapped.cells) : mapped.external,
        problems: [],
        warnings: [],
        ...(o.gather ? { lines: [mapped.line] } : {}),
      }
      const before = ended.get(mark)
      if (before !== undefined)
        current.problems.push({ line: mapped.line, why: message('sheets:error.scattered', { text: mark, line: before }) })
      addHead(current, mapped, false)
      if (o.headFirst) held = mapped
      else addChildren(current, current, mapped, o.grouped)
    } else if (current) {
      held = undefined
      current.lines?.push(mapped.line)
      addHead(current, mapped, !o.grouped)
      current.key ||= key
      current.external ||= o.named ? key : mapped.external
      addChildren(current, current, mapped, o.grouped)
    }
    current?.warnings.push(...mapped.warnings.map((warning) => ({ line: mapped.line, ...warning })))
    if (mapped.problem) current?.problems.push({ line: mapped.line, ...mapped.problem })
  }
  if (current) yield finish(current)
}

/** Texts of a row's key in one; '' when all are blank. */
export function keyText(level: Level, cells: ReadonlyMap<Column, Cell>): string {
  const parts = level.key.map((f) => {
    const own = level.columns.filter((c) => c.field === f)
    return own.map((c) => cells.get(c)?.text.trim()).find(Boolean) ?? ''
  })
  return parts.some(Boolean) ? parts.join(' · ') : ''
}

function addHead(record: RecordDraft, mapped: Mapped, strict: boolean): void {
  for (const [column, cell] of mapped.cells) {
    if (column.level !== record.level) continue
    const known = record.cells.get(column)
    if (!known) record.cells.set(column, { ...cell })
    else if (isList(column)) known.text = withMore(known.text, cell.text)
    else if (strict && known.text.trim() !== cell.text.trim()) {
      record.problems.push({ line: mapped.line, cell, why: message('sheets:error.differs', { line: known.line }) })
    }
  }
}

/** A list with what a further line adds to it. Sheets that describe a record in each of its lines say the same again and again. */
function withMore(list: string, more: string): string {
  const there = splitList(list)
  const added = splitList(more).filter((part) => !there.includes(part))
  return added.length === 0 ? list : [list, ...added].join(' | ')
}

/**
 * Puts the child cells of a line where they belong: to a new child row, or on to one that is there. Where lines say by a
 * column of theirs which record they belong to (`grouped`), several may describe one child row; else only the last one goes on.
 */
function addChildren(record: RecordDraft, parent: Draft, mapped: Mapped, grouped: boolean): void {
  for (const level of parent.level.children) {
    const own = new Map([...mapped.cells].filter(([c]) => c.level === level))
    const list = parent.children.get(level) ?? []
    const last = list.at(-1)
    const deeper = [...mapped.cells.keys()].some((c) => isBelow(c.level, level))
    if (own.size === 0 && (!deeper || !last)) {
      if (deeper) record.problems.push({ line: mapped.line, why: message('sheets:error.no_parent') })
      continue
    }
    const key = keyText(level, own)
    const same = key === '' ? undefined : list.find((d) => keyText(level, d.cells) === key)
    const goesOn = own.size === 0 ? last : grouped ? same : deeper && same === last ? same : undefined
    if (goesOn) {
      if (grouped) addCells(record, goesOn, own, mapped.line)
      addChildren(record, goesOn, mapped, grouped)
    } else {
      if (same) {
        const cell = keyCell(level, own)
        record.problems.push({
          line: mapped.line,
          ...(cell ? { cell } : {}),
          why: message('core:rule.no_repeated'),
        })
      }
      const draft: Draft = { level, line: mapped.line, cells: own, children: new Map() }
      parent.children.set(level, [...list, draft])
      addChildren(record, draft, mapped, grouped)
    }
  }
}

/** Adds what a further line says of a child row; two lines that say different things are refused. */
function addCells(record: RecordDraft, draft: Draft, cells: ReadonlyMap<Column, Cell>, line: number): void {
  for (const [column, cell] of cells) {
    const known = draft.cells.get(column)
    if (!known) draft.cells.set(column, cell)
    else if (known.text.trim() !== cell.text.trim())
      record.problems.push({ line, cell, why: message('sheets:error.differs', { line: known.line }) })
  }
}

const keyCell = (level: Level, cells: ReadonlyMap<Column, Cell>): Cell | undefined =>
  [...cells].find(([c]) => c.field !== undefined && level.key.includes(c.field))?.[1]

const isBelow = (level: Level, other: Level): boolean => other.children.some((c) => c === level || isBelow(level, c))

function fillConstants(draft: Draft, constants: ReadonlyMap<Column, string>): void {
  for (const [column, value] of constants) {
    if (column.level === draft.level && !draft.cells.has(column))
      draft.cells.set(column, { text: value, line: draft.line, header: column.name })
  }
  for (const list of draft.children.values()) for (const child of list) fillConstants(child, constants)
}
