import type { Reading, Said, SavedMapping, SheetColumns, Target } from './sheet.ts'

const listOf = <T>(value: T | T[] | null | undefined): T[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

/** Our column that a target means. */
export const fieldOf = (target: Target): string => (typeof target === 'string' ? target : target.to)

/** What the server made of the sheet's columns, or what a mapping makes of them. */
export function saidBy(sheet: SheetColumns, saved?: SavedMapping): Said {
  const { columns, constants = {}, group, inherit = [] } = saved?.mapping ?? { columns: {} }
  const targets = ({ column, targets: read }: SheetColumns['columns'][number]) => (saved ? listOf(columns[column]) : read)
  const found = sheet.columns.map((one) => [one.column, targets(one)] as const)
  return { columns: Object.fromEntries(found.filter(([, list]) => list.length > 0)), constants, group: listOf(group), inherit }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What to tell the server: everything, or over a mapping what was changed since it was chosen. */
export function readingOf(sheet: SheetColumns, mapping: string, start: Said, now: Said): Reading {
  const { columns, constants, group, inherit } = now
  if (mapping === '') return { mapping, columns, constants, group, inherit }
  const changed = sheet.columns.filter(({ column }) => !same(start.columns[column], columns[column]))
  const gone = Object.keys(start.constants).filter((name) => !(name in constants))
  return {
    mapping,
    ...(changed.length > 0 ? { columns: Object.fromEntries(changed.map(({ column }) => [column, columns[column] ?? null])) } : {}),
    ...(same(start.constants, constants) ? {} : { constants: { ...Object.fromEntries(gone.map((name) => [name, ''])), ...constants } }),
    ...(same(start.group, group) ? {} : { group }),
    ...(same(start.inherit, inherit) ? {} : { inherit }),
  }
}

/** What was said before, put back over what the columns mean by themselves. */
export function saidAgain(start: Said, { columns, constants, group, inherit }: Omit<Reading, 'mapping'>, named: boolean): Said {
  const all = Object.entries({ ...(named ? start.columns : {}), ...columns })
  const fixed = Object.entries({ ...(named ? start.constants : {}), ...constants })
  return {
    columns: Object.fromEntries(all.flatMap(([column, list]) => (list ? [[column, listOf(list)] as const] : []))),
    constants: Object.fromEntries(fixed.filter(([, value]) => value !== '')),
    group: group ?? (named ? start.group : []),
    inherit: inherit ?? (named ? start.inherit : []),
  }
}
