import { invalid, isLocale, type Locale, text, type Text } from '#core'
import { headerKey, isClear, readWord } from '../source/cell.ts'
import type { Line, Mark } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'
import type { Condition, Mapping, Target } from './mapping.ts'
import { unfold } from './unfold.ts'

/** A cell on its way into a record. */
export interface Cell {
  text: string
  /** Empties its field. */
  clear?: true
  line: number
  /** Header of the sheet column it stood in. */
  header: string
  mark?: Mark
}

/** A line seen through a mapping. */
export interface Mapped {
  line: number
  /** Record the line belongs to; '' when it does not say. */
  group: string
  cells: Map<Column, Cell>
  /** Their own id of the record; '' when the line does not say. */
  external: string
  /** What is wrong with the line as a whole. */
  problem?: { cell: Cell; why: Text }
}

/** A mapping ready for the lines below a header. */
export interface Reader {
  /** Our columns that the sheet has something for. */
  targets: readonly Column[]
  constants: ReadonlyMap<Column, string>
  /** Source of the ids the sheet's owner gave its records, when it has such. */
  source: string | undefined
  /** A line as cells of ours, in the lines it unfolds to; undefined when it is to be left out. */
  read(line: Line): Mapped[] | undefined
}

interface Wire {
  at: number
  header: string
  column: Column
  when?: Condition
  unless?: Condition
  replace: readonly (readonly [string, string])[]
  values: ReadonlyMap<string, string>
}

/** Adds up instead of being decided by the first cell. */
export const isList = (c: Column): boolean => c.item !== undefined || c.field?.meta.kind === 'many' || c.field?.meta.kind === 'tags'

/**
 * Makes a mapping ready to read lines below this header.
 * @throws Failed INVALID when it names a column we do not have.
 */
export function mapLines(mapping: Mapping, sheetHeader: readonly string[], layout: Layout): Reader {
  const group = mapping.group === undefined ? [] : typeof mapping.group === 'string' ? [mapping.group] : mapping.group
  const { header, lines } = unfold(mapping, sheetHeader, group)
  const places = new Map(header.map((h, i) => [headerKey(h), i]))
  const place = (name: string) => places.get(headerKey(name))
  const problems: Record<string, Text> = {}
  const own = (name: string): Column | undefined => {
    const column = layout.byName.get(name.toLowerCase())
    if (!column) problems[name] = text('core:rule.unknown')
    return column
  }
  // Names come from people: looked up as keys of a plain object, "constructor" would find something.
  const replace = new Map(Object.entries(mapping.replace ?? {}))
  const values = new Map(Object.entries(mapping.values ?? {}))
  const wires: Wire[] = []
  for (const [name, targets] of Object.entries(mapping.columns)) {
    const at = place(name)
    for (const t of targets === null ? [] : Array.isArray(targets) ? (targets as readonly Target[]) : [targets as Target]) {
      const { to, ...conditions } = typeof t === 'string' ? { to: t } : t
      const column = own(to)
      if (column === undefined || at === undefined) continue
      wires.push({
        at,
        header: header[at] ?? name,
        column,
        ...conditions,
        replace: replace.get(name) ?? [],
        values: new Map(Object.entries(values.get(name) ?? {}).map(([k, v]) => [k.toLowerCase(), v])),
      })
    }
  }
  const constants = new Map(
    Object.entries(mapping.constants ?? {})
      .map(([name, value]) => [own(name), value] as const)
      .filter((e): e is [Column, string] => e[0] !== undefined),
  )
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const groups = group.map(place)
  const holds = (line: Line, wanted: Condition) =>
    Object.entries(wanted).every(([name, values]) => {
      const at = place(name)
      const cell = at === undefined ? '' : (line.cells[at] ?? '').trim().toLowerCase()
      return values.some((v) => v.toLowerCase() === cell)
    })
  const at = (name: string | undefined) => (name === undefined ? undefined : place(name))
  const told = (line: Line, column: number | undefined) => (column === undefined ? '' : (line.cells[column] ?? '').trim())
  const { language, external } = mapping
  const [languageAt, externalAt] = [at(language?.column), at(external?.column)]
  const speaks = new Map(Object.entries(language?.values ?? {}).map(([theirs, ours]) => [theirs.toLowerCase(), ours]))
  const siblings = siblingsOf(layout)

  const readOne = (line: Line): Mapped => {
    const code = told(line, languageAt)
    const asked = speaks.get(code.toLowerCase()) ?? code
    const locale = asked !== '' && isLocale(asked) ? asked : undefined
    const cells = new Map<Column, Cell>()
    for (const wire of wires) {
      if ((wire.when && !holds(line, wire.when)) || (wire.unless && holds(line, wire.unless))) continue
      const raw = line.cells[wire.at] ?? ''
      // No column of the database takes a NUL.
      const mark = raw.includes('\0') ? 'error' : line.marks?.get(wire.at)
      const value = mark === 'error' ? '' : changed(raw, wire)
      if (value.trim() === '' && !mark) continue
      const column = (locale && siblings.get(wire.column)?.get(locale)) ?? wire.column
      const known = cells.get(column)
      if (!known)
        cells.set(column, {
          text: readWord(value),
          line: line.line,
          header: wire.header,
          ...(mark ? { mark } : {}),
          ...(isClear(value) ? { clear: true } : {}),
        })
      else if (isList(column)) known.text += ` | ${readWord(value)}`
    }
    return {
      line: line.line,
      group: groups.map((g) => told(line, g)).find(Boolean) ?? '',
      cells,
      external: told(line, externalAt),
      ...(asked !== '' && locale === undefined
        ? {
            problem: {
              cell: { text: code, line: line.line, header: language?.column ?? '' },
              why: text('sheets:error.language', { code }),
            },
          }
        : {}),
    }
  }
  const reached = wires.flatMap((w) => [w.column, ...(language ? [...(siblings.get(w.column)?.values() ?? [])] : [])])
  return {
    targets: [...new Set([...reached, ...constants.keys()])],
    constants,
    source: externalAt === undefined ? undefined : external?.source,
    read: (line) => (mapping.skip?.some((c) => holds(line, c)) ? undefined : lines(line).map(readOne)),
  }
}

/** The columns of a per-language text, one for each language, by each of them. */
function siblingsOf(layout: Layout): ReadonlyMap<Column, ReadonlyMap<Locale, Column>> {
  const localized = layout.columns.filter((c) => c.locale !== undefined && c.field !== undefined)
  const families = new Map<string, Map<Locale, Column>>()
  const nameOf = (c: Column) => `${c.level.resource.name} ${c.field?.name ?? ''}`
  for (const c of localized) {
    const family = families.get(nameOf(c)) ?? new Map<Locale, Column>()
    if (c.locale) families.set(nameOf(c), family.set(c.locale, c))
  }
  return new Map(localized.map((c) => [c, families.get(nameOf(c)) ?? new Map()]))
}

function changed(cell: string, wire: Wire): string {
  let value = cell
  for (const [from, to] of wire.replace) value = value.replaceAll(from, to)
  return wire.values.get(value.trim().toLowerCase()) ?? value
}
