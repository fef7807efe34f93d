import { message, type Message, trimTrailing } from 'stoa'
import { isAddress, picturesIn } from '../source/addresses.ts'
import { joinList } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'
import { type Condition, type Mapping, type Target, getTargets } from './mapping.ts'
import type { Places } from './places.ts'

/** Connects a column of the file to a column of ours. */
export interface Wire extends Change {
  at: number
  header: string
  column: Column
  /** A fixed text that replaces the cell. */
  text: string | undefined
  when: Test | undefined
  unless: Test | undefined
}

/** Transformations of a cell's text before it is parsed. */
export interface Change {
  replace: readonly (readonly [string, string])[]
  values: ReadonlyMap<string, string>
  times: number | undefined
  /** Minimum of a number. */
  minimum: number | undefined
  /** Base URL of image names. */
  base: string | undefined
  /** For a date: its start, its end, or the time itself, in the shop's time zone. */
  day: 'begin' | 'end' | 'time' | undefined
  /** Separator of several values, of which the first counts. */
  separator: string | undefined
  /** Separator whose last occurrence begins the part that is removed. */
  suffix: string | undefined
}

/** Tests a condition on a line. */
export type Test = (line: Line) => boolean

/** The connections of a mapping. Unknown names are added to `problems`. */
export function getWires(
  mapping: Mapping,
  header: readonly string[],
  places: Places,
  layout: Layout,
  problems: Record<string, Message>,
): Wire[] {
  const change = getChanges(mapping)
  return Object.entries(mapping.columns).flatMap(([name, targets]) => {
    if (targets === null) return []
    const at = places.indexOf(name)
    return getTargets(targets).flatMap((t): Wire[] => {
      const { to, when, unless, text, times }: Exclude<Target, string> = typeof t === 'string' ? { to: t } : t
      const column = ourColumn(layout, to, problems)
      if (column === undefined || at === undefined) return []
      const changes = change(name)
      const condition = { when: getTest(when, places), unless: getTest(unless, places) }
      return [{ at, header: header[at] ?? name, column, text, ...condition, ...changes, times: times ?? changes.times }]
    })
  })
}

/** A column of ours by name; an unknown name is added to `problems`. */
export function ourColumn(layout: Layout, name: string, problems: Record<string, Message>): Column | undefined {
  const column = layout.byName.get(name.toLowerCase())
  if (!column) problems[name] = message('core:rule.unknown')
  return column
}

/** The transformations of a column in the file. */
export function getChanges(mapping: Mapping): (name: string) => Change {
  // Column names are user input: a `Map` prevents matches with properties of Object, such as "constructor".
  const replace = new Map(Object.entries(mapping.replace ?? {}))
  const values = new Map(Object.entries(mapping.values ?? {}))
  const times = new Map(Object.entries(mapping.times ?? {}))
  const minimum = new Map(Object.entries(mapping.minimum ?? {}))
  const bases = new Map(Object.entries(mapping.base ?? {}))
  const days = new Map(Object.entries(mapping.days ?? {}))
  const separators = new Map(Object.entries(mapping.first ?? {}))
  const suffixes = new Map(Object.entries(mapping.cutSuffix ?? {}))
  return (name) => ({
    replace: replace.get(name) ?? [],
    values: new Map(Object.entries(values.get(name) ?? {}).map(([k, v]) => [k.toLowerCase(), v])),
    times: times.get(name),
    minimum: minimum.get(name),
    base: bases.get(name),
    day: days.get(name),
    separator: separators.get(name),
    suffix: suffixes.get(name),
  })
}

/** Applies the transformations to a cell, for its target column. */
export function changed(cell: string, { replace, values, times, base, separator, suffix }: Change, to?: Column): string {
  let value = separator === undefined ? cell : (cell.split(separator)[0] ?? '')
  const end = suffix === undefined ? -1 : value.lastIndexOf(suffix)
  if (end > 0) value = value.slice(0, end)
  for (const [from, to] of replace) value = value.replaceAll(from, to)
  value = values.get(value.trim().toLowerCase()) ?? value
  if (base !== undefined) return joinList(picturesIn(value).map((part) => (isAddress(part) ? part : base + part)))
  if (times === undefined || value.trim() === '') return value
  const product = Number(value) * times
  if (!Number.isFinite(product)) return value
  // Removes floating-point noise such as that of 0.1 + 0.2.
  const kind = to?.field?.meta.kind
  if (kind === 'money') return product.toFixed(2)
  return String(kind === 'int' ? Math.round(product) : Number(product.toPrecision(12)))
}

/** Whether a text is a number below the minimum. */
export const isTooLow = (value: string, minimum: number | undefined): minimum is number =>
  minimum !== undefined && value.trim() !== '' && Number(value) < minimum

/** Compiles a condition. A column that the file does not have counts as blank. */
export function getTest<C extends Condition | undefined>(condition: C, places: Places): C extends undefined ? Test | undefined : Test
export function getTest(condition: Condition | undefined, places: Places): Test | undefined {
  if (condition === undefined) return undefined
  const parts = Object.entries(condition).map(([name, values]) => ({
    at: places.indexOf(name),
    values: new Set(values.map(conditionKey)),
  }))
  return (line) => parts.every(({ at, values }) => values.has(conditionKey(at === undefined ? '' : (line.cells[at] ?? '').trim())))
}

/** Condition texts are compared case-insensitively, numbers without trailing zeros: 0.00 equals 0. */
function conditionKey(text: string): string {
  return /^\d{1,15}\.\d{1,15}$/.test(text) ? trimTrailing(trimTrailing(text, '0'), '.') : text.toLowerCase()
}
