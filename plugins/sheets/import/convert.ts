import { Temporal } from 'temporal-polyfill'
import { basic, type Kernel, locales, type Message, message } from 'stoa'
import { BadText, toCanonicalValue, type CompiledField, labelKeys, type Resource } from 'stoa/engine'
import type { Column } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'
import { replaceReferences } from '../mapping/references.ts'
import { splitList } from '../source/cell.ts'
import type { Relations } from './relations.ts'
import { several } from './tree.ts'

/** Thrown for a cell that cannot be parsed. */
export class BadCell extends Error {
  readonly why: Message
  constructor(reason: Message) {
    super('bad cell')
    this.why = reason
  }
}

const words = new Set(['text', 'slug', 'key', 'phone', 'email', 'url'])

/** A value that a spreadsheet program has damaged is reported, never guessed. */
export function spoilt(column: Column, cell: Cell): Message | undefined {
  const kind = column.field?.meta.kind ?? 'text'
  switch (cell.mark) {
    case 'error':
      return message('sheets:error.error_cell')
    case 'letters':
      return message('sheets:error.letters')
    case 'long':
      return message('sheets:error.long_cell')
    case 'digits':
      return message('sheets:error.digits')
    case 'date':
      return words.has(kind) ? message('sheets:error.date_cell') : undefined
    case 'flag':
      return kind === 'flag' ? undefined : message('sheets:error.flag_cell')
    case 'list':
    case 'object':
      return holds(column, cell.mark) ? undefined : message('sheets:error.list_cell')
    default:
      return words.has(kind) && /^[+-]?\d(\.\d+)?E\+\d+$/i.test(cell.text.trim()) ? message('sheets:error.exponent') : undefined
  }
}

/** Whether a column takes a structured value. Lists for list columns were converted to text when the line was read. */
const holds = ({ field, item, isJson }: Column, mark: 'list' | 'object'): boolean =>
  isJson === true || (field?.kind.column === 'jsonb' && !field.meta.localized)
    ? true
    : mark === 'list' && item === undefined && field?.kind.cell === 'list'

/** Splits a relation cell into names of rows. */
export const relationParts = (column: Column, cell: Cell): string[] =>
  cell.clear ? [] : column.field?.meta.kind === 'many' ? splitList(cell.text) : [cell.text.trim()]

/** Converts a cell to the input of a write. Per-language texts are returned as plain strings. @throws BadCell */
export function getInput(kernel: Kernel, relations: Relations, column: Column, cell: Cell): unknown {
  const f = column.field as CompiledField
  if (f.meta.kind === 'privateFile') throw new BadCell(message('sheets:error.private_file'))
  if (cell.clear) return f.kind.cell === 'list' ? [] : f.meta.localized || f.meta.default !== undefined ? '' : null
  if (column.references) return JSON.stringify(withIds(kernel, relations, column, jsonIn(cell)))
  switch (f.meta.kind) {
    case 'one':
      return relationId(relations, kernel.registry.resource(f.meta.to ?? ''), cell.text.trim())
    case 'many': {
      const target = kernel.registry.resource(f.meta.to ?? '')
      return [...new Set(relationParts(column, cell).map((part) => relationId(relations, target, part)))]
    }
    case 'pick':
      return choice(kernel, column.level.resource, f, cell.text.trim())
    case 'instant':
      return cell.day ? ofDay(kernel, cell.text.trim(), cell.day) : getInstant(cell.text.trim())
    // A date cell of a workbook may have a hidden time of day. Other systems write dates as the start of the day.
    case 'date':
      return cell.mark === 'date' ? cell.text.slice(0, 10) : cell.text.trim().replace(/^(\d{4}-\d\d-\d\d)[ T]00:00(:00)?$/, '$1')
    // Other shops write integers with decimals.
    case 'int':
      return cell.text.trim().replace(/^(-?\d{1,15})\.0{1,15}$/, '$1')
    // Other shops write amounts with four decimals, as their databases store them.
    case 'money':
      return cell.text.trim().replace(/^(\d{1,15}\.\d\d)0{1,15}$/, '$1')
    default:
      return cell.text
  }
}

/** Parses a date or a date and time in the formats of other systems. Without a time zone it is UTC, as in our own files. */
function getInstant(written: string): string {
  const [, day, time, zone] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?: ?([+-]\d\d:?\d\d|UTC))?)?$/.exec(written) ?? []
  if (!day) return written
  const at = `${day}T${(time ?? '00:00').padEnd(8, ':00')}.000`
  const [, hours, minutes] = /^([+-]\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  return hours ? `${at}${hours}:${minutes}` : `${at}Z`
}

/** A date and time with a time zone. */
const zoned = /^[\d-]{10}[ T]\d\d:\d\d[:.\d]* ?(?:Z|UTC|[+-]\d\d:?\d\d)$/

/** The start of a day, its end, or a local time, in the time zone of the shop. Other values stay as they are and are rejected later. */
function ofDay(kernel: Kernel, written: string, part: 'begin' | 'end' | 'time'): string {
  try {
    if (part === 'time') {
      if (zoned.test(written)) return getInstant(written)
      const time = Temporal.PlainDateTime.from(written.replace(' ', 'T'))
      return new Date(time.toZonedDateTime(kernel.settings.of(basic).time_zone).epochMilliseconds).toISOString()
    }
    const day = Temporal.PlainDate.from(written).add({ days: part === 'end' ? 1 : 0 })
    return new Date(day.toZonedDateTime(kernel.settings.of(basic).time_zone).epochMilliseconds).toISOString()
  } catch (error) {
    if (error instanceof RangeError) return written
    throw error
  }
}

/** Parses the JSON of a cell; undefined when invalid. */
export function jsonIn({ text }: Cell): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Replaces names of rows in a JSON value with their ids. @throws BadCell for an unknown row */
const withIds = (kernel: Kernel, relations: Relations, column: Column, value: unknown): unknown =>
  replaceReferences(kernel, column, value, (resource, name) => relationId(relations, kernel.registry.resource(resource), String(name)))

function relationId(relations: Relations, target: Resource, part: string): number {
  const found = relations.find(target, part)
  if (found === undefined) throw new BadCell(message('sheets:error.no_target', { text: part }))
  if (found === several) throw new BadCell(message('sheets:error.several', { text: part }))
  return found
}

/** Parses an option by its value, or by its label in any language. */
function choice(kernel: Kernel, r: Resource, f: CompiledField, text: string): unknown {
  const lower = text.toLowerCase()
  const values = f.meta.values ?? []
  const keys = (v: string | number) => labelKeys(r, f.name).map((k) => `${k}_${String(v).replaceAll('-', '_').toLowerCase()}`)
  return (
    values.find((v) => String(v).toLowerCase() === lower) ??
    values.find((v) => locales.some((l) => kernel.i18n.t(l, keys(v)).toLowerCase() === lower)) ??
    text
  )
}

/** Normalizes a value so that the values of a cell and of a row can be compared. */
export function comparable(f: CompiledField, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  let wire: unknown = value
  if (typeof value === 'string') {
    try {
      wire = f.kind.normalize(f.kind.parse(value.trim(), f.meta))
    } catch (error) {
      if (!(error instanceof BadText)) throw error
      return value
    }
  }
  try {
    return JSON.stringify(toCanonicalValue(f, wire))
  } catch {
    return String(wire)
  }
}

/** Compares two texts without regard to line breaks, which spreadsheet programs change. */
export function sameText(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.replaceAll(/\r\n?/g, '\n').trim() === b.replaceAll(/\r\n?/g, '\n').trim()
}
