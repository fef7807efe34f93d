import type { Reading, MappingState, SavedMapping, SheetColumns, Target } from './sheet.ts'

const toList = <T>(value: T | T[] | null | undefined): T[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

/** The name of our column that a target fills. */
export const getField = (target: Target): string => (typeof target === 'string' ? target : target.to)

/** The initial column mapping: from the column names, or from a saved mapping. */
export function createMappingState(sheet: SheetColumns, saved?: SavedMapping): MappingState {
  const { columns, constants = {}, group, inherit = [], firstLine = 'both', plus = {}, base = {} } = saved?.mapping ?? { columns: {} }
  // A mapping may name a column with a wildcard (`*`). The server resolves it to a column of the file.
  const isRecognised = saved !== undefined && saved.name === sheet.mapping
  const targets = ({ column, by_name: named, targets: read }: SheetColumns['columns'][number]) =>
    toList(saved ? (columns[column] ?? (isRecognised ? read : undefined)) : named)
  const found = sheet.columns.map((column) => [column.column, targets(column)] as const)
  const read = Object.fromEntries(found.filter(([, list]) => list.length > 0))
  return { columns: read, constants, group: toList(group), inherit, firstLine, plus, base }
}

/** Our columns that a mapping fills from parts of a cell, by the column of the file that contains the parts. */
export function getParts(sheet: SheetColumns, saved?: SavedMapping): Readonly<Record<string, readonly string[]>> {
  const read = Object.entries(saved?.mapping.columns ?? {})
  const parts = sheet.columns.map(({ column }) => {
    const named = read.filter(([name]) => name.startsWith(`${column}.`) && !sheet.columns.some((other) => other.column === name))
    return [column, [...new Set(named.flatMap(([, targets]) => toList(targets).map(getField)))]] as const
  })
  return Object.fromEntries(parts.filter(([, fields]) => fields.length > 0))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The request for the server: the complete mapping, or only the changes to a saved mapping. */
export function getReading(sheet: SheetColumns, mapping: string, start: MappingState, now: MappingState): Reading {
  const { columns, constants } = now
  if (mapping === '') return { mapping, ...now }
  const rest = (['group', 'inherit', 'firstLine', 'plus', 'base'] as const).filter((part) => !same(start[part], now[part]))
  const changed = sheet.columns.filter(({ column }) => !same(start.columns[column], columns[column]))
  const removedConstants = Object.keys(start.constants).filter((name) => !(name in constants))
  return {
    mapping,
    ...(changed.length > 0 ? { columns: Object.fromEntries(changed.map(({ column }) => [column, columns[column] ?? null])) } : {}),
    ...(same(start.constants, constants)
      ? {}
      : { constants: { ...Object.fromEntries(removedConstants.map((name) => [name, ''])), ...constants } }),
    ...Object.fromEntries(rest.map((part) => [part, now[part]])),
  }
}

const nothing = { group: [], inherit: [], firstLine: 'both', plus: {}, base: {} } satisfies Partial<MappingState>

/** Applies earlier changes again to the initial mapping. */
export function restoreMappingState(
  start: MappingState,
  { columns, constants, ...otherParts }: Omit<Reading, 'mapping'>,
  named: boolean,
): MappingState {
  const all = Object.entries({ ...(named ? start.columns : {}), ...columns })
  const fixed = Object.entries({ ...(named ? start.constants : {}), ...constants })
  const { columns: _, constants: __, ...rest } = start
  return {
    columns: Object.fromEntries(all.flatMap(([column, list]) => (list ? [[column, toList(list)] as const] : []))),
    constants: Object.fromEntries(fixed.filter(([, value]) => value !== '')),
    ...(named ? rest : nothing),
    ...otherParts,
  }
}
