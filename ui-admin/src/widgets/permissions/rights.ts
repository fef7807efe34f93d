import type { Right, Rights } from 'stoa/api-types'

/** What has a column of its own; everything else stands in words at the end of its row. */
const columns = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'] as const

/** Something that can be done with a resource. */
export type Action = (typeof columns)[number]

const isColumn = (action: string): action is Action => columns.includes(action as Action)

/** The rights on one resource. */
export interface RightRow {
  resource: string
  label: string
  cells: Partial<Record<Action, Right>>
  others: Right[]
  names: string[]
}

/** A section of the menu with the resources in it. */
export interface RightGroup {
  name: string
  label: string
  rows: RightRow[]
}

/** Groups of resources with their rights, cut down to what a search finds. */
export function getGroups(rights: Rights, search: string): RightGroup[] {
  const wanted = search.trim().toLowerCase()
  return rights.data
    .map(({ group, groupLabel, entries }) => {
      const rows = new Map<string, RightRow>()
      for (const entry of entries) {
        const row = rows.get(entry.resource) ?? {
          resource: entry.resource,
          label: entry.resourceLabel,
          cells: {},
          others: [],
          names: [],
        }
        if (isColumn(entry.action)) row.cells[entry.action] = entry
        else row.others.push(entry)
        row.names.push(entry.name)
        rows.set(entry.resource, row)
      }
      const fits = ({ label, resource, others }: RightRow) =>
        `${groupLabel} ${label} ${resource} ${others.map((one) => one.label).join(' ')}`.toLowerCase().includes(wanted)
      return { name: group, label: groupLabel, rows: [...rows.values()].filter(fits) }
    })
    .filter((group) => group.rows.length > 0)
}

/** A column of the table: what can be done, by the name most of its rows have for it. */
export interface RightColumn {
  action: Action
  label: string
}

/** The columns at least one of the rows has something in. */
export const getColumns = (rows: RightRow[]): RightColumn[] =>
  columns.flatMap((action) => {
    const labels = rows.flatMap((row) => row.cells[action]?.label ?? [])
    const count = (label: string) => labels.filter((one) => one === label).length
    const [label] = labels.toSorted((a, b) => count(b) - count(a))
    return label === undefined ? [] : [{ action, label }]
  })

/** The right of a row that stands in a column. */
export const inColumn = (row: RightRow, { action, label }: RightColumn): Right | undefined =>
  row.cells[action]?.label === label ? row.cells[action] : undefined

/** What stands in words below a row: rights without a column, and those whose name says more than their column's. */
export const inWords = (row: RightRow, shown: RightColumn[]): Right[] => [
  ...shown.flatMap((column) => {
    const right = row.cells[column.action]
    return right && right.label !== column.label ? [right] : []
  }),
  ...row.others,
]

/** Whether a row grants something that cannot be reached, since looking at it is not granted. */
export const lacksView = (row: RightRow, held: ReadonlySet<string>): boolean => {
  const view = row.cells.get
  return view !== undefined && !held.has(view.name) && row.names.some((name) => held.has(name))
}

/** What one set of rights has more and less than another. */
export function difference(mine: ReadonlySet<string>, other: ReadonlySet<string>): { more: string[]; fewer: string[] } {
  return { more: [...mine].filter((name) => !other.has(name)), fewer: [...other].filter((name) => !mine.has(name)) }
}
