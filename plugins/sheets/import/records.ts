import { message, type Message } from 'stoa'
import type { Column, Layout, Level } from '../mapping/columns.ts'
import { type Cell, isList, type Mapped } from '../mapping/read-lines.ts'
import { splitList } from '../source/cell.ts'
import { KeyComposer } from './compose-key.ts'
import { Above, gathered } from './lines.ts'

/** A row of a file with its child rows. */
export interface Draft {
  level: Level
  line: number
  cells: Map<Column, Cell>
  children: Map<Level, Draft[]>
}

/** A problem with a cell, or with a whole record when there is no cell. */
export interface Problem {
  line: number
  cell?: Cell
  /** Field path, when there is no cell. */
  path?: string
  why: Message
}

/** Source name of external ids, where the keys of a file are its own ids. */
export const OWN_KEYS = 'sheet'

/** A record of a file, with the problems found so far. */
export interface RecordDraft extends Draft {
  key: string
  /** External id; '' without one. */
  external: string
  problems: Problem[]
  warnings: Problem[]
  /** Line numbers, where they are not consecutive. */
  lines?: number[]
  /** Cells that name a record of the file which, through others, names this one. */
  cycle?: ReadonlySet<Cell>
}

export interface RecordOptions {
  /** Constants for columns without a cell. */
  constants: ReadonlyMap<Column, string>
  /** A column assigns lines to records. */
  grouped: boolean
  /** Lines of a record are not consecutive; they are grouped before the first record. */
  gather: boolean
  /** The first of several lines has no child row. */
  headFirst: boolean
  /** Columns whose blank cells inherit the value of the line above. */
  inherits: ReadonlySet<Column>
  /** The keys are ids of the file, not of our rows. */
  named: boolean
}

/** Groups lines into records: a line with another key starts a new one; a line without a key continues the last one. */
export async function* records(lines: AsyncIterable<Mapped>, layout: Layout, o: RecordOptions): AsyncGenerator<RecordDraft> {
  let current: RecordDraft | undefined
  let group = ''
  // Child cells of the first line, kept until it is known whether more lines follow.
  let pending: Mapped | undefined
  const ended = new Map<string, number>()
  const above = new Above(o.inherits)
  const composer = new KeyComposer(layout)
  const finish = (record: RecordDraft): RecordDraft => {
    if (pending) addChildren(record, record, pending, o.grouped)
    pending = undefined
    fillConstants(record, o.constants)
    composer.fill(record)
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
      if (o.headFirst) pending = mapped
      else addChildren(current, current, mapped, o.grouped)
    } else if (current) {
      pending = undefined
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

/** Problems of a record whose cells close a cycle: the rows they name are not missing, but none of them can be created first. */
export const explainCycle = ({ cycle }: RecordDraft, problems: readonly Problem[]): readonly Problem[] =>
  cycle === undefined
    ? problems
    : problems.map((problem) =>
        problem.cell && cycle.has(problem.cell) ? { ...problem, why: message('sheets:error.reference_cycle') } : problem,
      )

/** The texts of a row's key, joined; '' when all are blank. */
export function keyText(level: Level, cells: ReadonlyMap<Column, Cell>): string {
  const parts = level.key.map((f) => {
    const fieldColumns = level.columns.filter((c) => c.field === f)
    return fieldColumns.map((c) => cells.get(c)?.text.trim()).find(Boolean) ?? ''
  })
  return parts.some(Boolean) ? parts.join(' · ') : ''
}

function addHead(record: RecordDraft, mapped: Mapped, strict: boolean): void {
  for (const [column, cell] of mapped.cells) {
    if (column.level !== record.level) continue
    const existing = record.cells.get(column)
    if (!existing) record.cells.set(column, { ...cell })
    else if (isList(column)) existing.text = withMore(existing.text, cell.text)
    else if (strict && existing.text.trim() !== cell.text.trim()) {
      record.problems.push({ line: mapped.line, cell, why: message('sheets:error.differs', { line: existing.line }) })
    }
  }
}

/** Appends items of a further line to a list. Files that repeat the record on each line repeat its items too. */
function withMore(list: string, more: string): string {
  const there = splitList(list)
  const added = splitList(more).filter((part) => !there.includes(part))
  return added.length === 0 ? list : [list, ...added].join(' | ')
}

/**
 * Assigns the child cells of a line to a new or an existing child row. With `grouped` lines several lines may describe one child row;
 * otherwise only the last child row is continued.
 */
function addChildren(record: RecordDraft, parent: Draft, mapped: Mapped, grouped: boolean): void {
  for (const level of parent.level.children) {
    const levelCells = new Map([...mapped.cells].filter(([c]) => c.level === level))
    const list = parent.children.get(level) ?? []
    const last = list.at(-1)
    const deeper = [...mapped.cells.keys()].some((c) => isBelow(c.level, level))
    if (levelCells.size === 0 && (!deeper || !last)) {
      if (deeper) record.problems.push({ line: mapped.line, why: message('sheets:error.no_parent') })
      continue
    }
    const key = keyText(level, levelCells)
    const same = key === '' ? undefined : list.find((d) => keyText(level, d.cells) === key)
    const goesOn = levelCells.size === 0 ? last : grouped ? same : deeper && same === last ? same : undefined
    if (goesOn) {
      if (grouped) addCells(record, goesOn, levelCells, mapped.line)
      addChildren(record, goesOn, mapped, grouped)
    } else {
      if (same) {
        const cell = keyCell(level, levelCells)
        record.problems.push({
          line: mapped.line,
          ...(cell ? { cell } : {}),
          why: message('core:rule.no_repeated'),
        })
      }
      const draft: Draft = { level, line: mapped.line, cells: levelCells, children: new Map() }
      parent.children.set(level, [...list, draft])
      addChildren(record, draft, mapped, grouped)
    }
  }
}

/** Adds the cells of a further line to a child row; conflicting values are rejected. */
function addCells(record: RecordDraft, draft: Draft, cells: ReadonlyMap<Column, Cell>, line: number): void {
  for (const [column, cell] of cells) {
    const existing = draft.cells.get(column)
    if (!existing) draft.cells.set(column, cell)
    else if (existing.text.trim() !== cell.text.trim())
      record.problems.push({ line, cell, why: message('sheets:error.differs', { line: existing.line }) })
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
