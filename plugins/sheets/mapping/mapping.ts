import { ajv, invalid, text, type Text } from '#core'
import { headerKey, isClear, readWord } from '../source/cell.ts'
import type { Line, Mark } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'

/** Sheet column → values, one of which its cell must hold; '' stands for a blank cell. All columns must agree. */
export type Condition = Record<string, readonly string[]>

/** A column of ours that a cell goes to, always or under a condition. */
export type Target = string | { to: string; when?: Condition; unless?: Condition }

/**
 * How somebody else's sheet reads as one of ours. Data, so that people can save one and a plugin can bring one
 * as a JSON file. Which lines and rows a target belongs to follows from whose column it is.
 */
export interface Mapping {
  /** Sheet column → our columns. What is absent or null is not read. Of several cells for one of our columns the first that is not blank counts; lists add up. */
  columns: Record<string, Target | readonly Target[] | null>
  /** Sheet columns, the first that is not blank of which tells the record a line belongs to. Absent: the record's own key, blank on its further lines. */
  group?: string | readonly string[]
  /** `head`: the first of several lines describes the record alone, without child rows. */
  firstLine?: 'both' | 'head'
  /** Texts inside cells of a column to replace, in order. Happens before everything else. */
  replace?: Record<string, readonly (readonly [string, string])[]>
  /** Whole cells of a column to replace, without regard to case. */
  values?: Record<string, Record<string, string>>
  /** Our columns that are the same for every row, unless a cell says otherwise. */
  constants?: Record<string, string>
  /** Lines to leave out. */
  skip?: readonly Condition[]
}

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
}

/** A mapping ready for the lines below a header. */
export interface Reader {
  /** Our columns that the sheet has something for. */
  targets: readonly Column[]
  constants: ReadonlyMap<Column, string>
  /** A line as cells of ours; undefined when it is to be left out. */
  read(line: Line): Mapped | undefined
}

const words = { type: 'object', additionalProperties: { type: 'string', maxLength: 1_000 } }
const condition = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
const target = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      required: ['to'],
      additionalProperties: false,
      properties: { to: { type: 'string' }, when: condition, unless: condition },
    },
  ],
}
const valid = ajv.compile({
  type: 'object',
  required: ['columns'],
  additionalProperties: false,
  properties: {
    columns: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: {
        anyOf: [{ type: 'null' }, target, { type: 'array', maxItems: 20, items: target }],
      },
    },
    group: {
      anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: 5, items: { type: 'string' } }],
    },
    firstLine: { enum: ['both', 'head'] },
    replace: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        maxItems: 50,
        items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } },
      },
    },
    values: { type: 'object', additionalProperties: words },
    constants: words,
    skip: { type: 'array', maxItems: 50, items: condition },
  },
})

/** A mapping as a client or a file sent it. @throws Failed INVALID */
export function asMapping(value: unknown): Mapping {
  if (!valid(value)) throw invalid({ mapping: text('sheets:error.mapping', { where: valid.errors?.[0]?.instancePath || '/' }) })
  return value as Mapping
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
export function mapLines(mapping: Mapping, header: readonly string[], layout: Layout): Reader {
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
  const groups = (mapping.group === undefined ? [] : typeof mapping.group === 'string' ? [mapping.group] : mapping.group).map(place)
  const holds = (line: Line, wanted: Condition) =>
    Object.entries(wanted).every(([name, values]) => {
      const at = place(name)
      const cell = at === undefined ? '' : (line.cells[at] ?? '').trim().toLowerCase()
      return values.some((v) => v.toLowerCase() === cell)
    })
  return {
    targets: [...new Set([...wires.map((w) => w.column), ...constants.keys()])],
    constants,
    read(line) {
      if (mapping.skip?.some((c) => holds(line, c))) return undefined
      const cells = new Map<Column, Cell>()
      for (const wire of wires) {
        if ((wire.when && !holds(line, wire.when)) || (wire.unless && holds(line, wire.unless))) continue
        const raw = line.cells[wire.at] ?? ''
        // No column of the database takes a NUL.
        const mark = raw.includes('\0') ? 'error' : line.marks?.get(wire.at)
        const value = mark === 'error' ? '' : changed(raw, wire)
        if (value.trim() === '' && !mark) continue
        const known = cells.get(wire.column)
        if (!known)
          cells.set(wire.column, {
            text: readWord(value),
            line: line.line,
            header: wire.header,
            ...(mark ? { mark } : {}),
            ...(isClear(value) ? { clear: true } : {}),
          })
        else if (isList(wire.column)) known.text += ` | ${readWord(value)}`
      }
      return {
        line: line.line,
        group: groups.map((at) => (at === undefined ? '' : (line.cells[at] ?? '').trim())).find(Boolean) ?? '',
        cells,
      }
    },
  }
}

function changed(cell: string, wire: Wire): string {
  let value = cell
  for (const [from, to] of wire.replace) value = value.replaceAll(from, to)
  return wire.values.get(value.trim().toLowerCase()) ?? value
}
