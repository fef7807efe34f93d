import { message, type Message, trimTrailing } from 'stoa'
import { isAddress, picturesIn } from '../source/addresses.ts'
import { joinList } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import type { Column, Layout } from './columns.ts'
import { type Condition, type Mapping, type Target, getTargets } from './mapping.ts'
import type { Places } from './places.ts'

/** From a cell of the sheet to a column of ours. */
export interface Wire extends Change {
  at: number
  header: string
  column: Column
  /** What is read instead of the cell. */
  text: string | undefined
  when: Test | undefined
  unless: Test | undefined
}

/** What is done to the text of a cell before it is read. */
export interface Change {
  replace: readonly (readonly [string, string])[]
  values: ReadonlyMap<string, string>
  times: number | undefined
  /** The lowest number that is read. */
  minimum: number | undefined
  /** Address the pictures it names lie at. */
  base: string | undefined
  /** Of the day it names: its beginning, its end, or the time itself, in the shop's time zone. */
  day: 'begin' | 'end' | 'time' | undefined
  /** Text between several values, of which the first is read. */
  separator: string | undefined
}

/** Whether a condition holds for a line. */
export type Test = (line: Line) => boolean

/** The columns of ours that a mapping fills, and from where. Names we do not have are noted in `problems`. */
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
    const at = places.of(name)
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

/** A column of ours by its name; noted in `problems` when there is none. */
export function ourColumn(layout: Layout, name: string, problems: Record<string, Message>): Column | undefined {
  const column = layout.byName.get(name.toLowerCase())
  if (!column) problems[name] = message('core:rule.unknown')
  return column
}

/** What a mapping does to the texts of a sheet's column. */
export function getChanges(mapping: Mapping): (name: string) => Change {
  // Names come from people: looked up as keys of a plain object, "constructor" would find something.
  const replace = new Map(Object.entries(mapping.replace ?? {}))
  const values = new Map(Object.entries(mapping.values ?? {}))
  const times = new Map(Object.entries(mapping.times ?? {}))
  const minimum = new Map(Object.entries(mapping.minimum ?? {}))
  const bases = new Map(Object.entries(mapping.base ?? {}))
  const days = new Map(Object.entries(mapping.days ?? {}))
  const separators = new Map(Object.entries(mapping.first ?? {}))
  return (name) => ({
    replace: replace.get(name) ?? [],
    values: new Map(Object.entries(values.get(name) ?? {}).map(([k, v]) => [k.toLowerCase(), v])),
    times: times.get(name),
    minimum: minimum.get(name),
    base: bases.get(name),
    day: days.get(name),
    separator: separators.get(name),
  })
}

/** The text of a cell as the mapping wants it read, by the column it goes to. */
export function changed(cell: string, { replace, values, times, base, separator }: Change, to?: Column): string {
  let value = separator === undefined ? cell : (cell.split(separator)[0] ?? '')
  for (const [from, to] of replace) value = value.replaceAll(from, to)
  value = values.get(value.trim().toLowerCase()) ?? value
  if (base !== undefined) return joinList(picturesIn(value).map((part) => (isAddress(part) ? part : base + part)))
  if (times === undefined || value.trim() === '') return value
  const product = Number(value) * times
  if (!Number.isFinite(product)) return value
  // What 0.1 + 0.2 leaves behind is nobody's measure.
  const kind = to?.field?.meta.kind
  if (kind === 'money') return product.toFixed(2)
  return String(kind === 'int' ? Math.round(product) : Number(product.toPrecision(12)))
}

/** Whether a text is a number below the lowest one that is read. */
export const isTooLow = (value: string, minimum: number | undefined): minimum is number =>
  minimum !== undefined && value.trim() !== '' && Number(value) < minimum

/** A condition ready for lines. A column the sheet does not have is blank. */
export function getTest<C extends Condition | undefined>(wanted: C, places: Places): C extends undefined ? Test | undefined : Test
export function getTest(wanted: Condition | undefined, places: Places): Test | undefined {
  if (wanted === undefined) return undefined
  const parts = Object.entries(wanted).map(([name, values]) => ({
    at: places.of(name),
    values: new Set(values.map(conditionKey)),
  }))
  return (line) => parts.every(({ at, values }) => values.has(conditionKey(at === undefined ? '' : (line.cells[at] ?? '').trim())))
}

/** Texts of conditions are compared without case, and numbers without the zeros their decimals end in: 0.00 is 0. */
function conditionKey(text: string): string {
  return /^\d{1,15}\.\d{1,15}$/.test(text) ? trimTrailing(trimTrailing(text, '0'), '.') : text.toLowerCase()
}
