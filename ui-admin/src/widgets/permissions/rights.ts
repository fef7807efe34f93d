import type { Right, Rights } from 'stoa/api-types'

/** Actions with a column of their own; all others are listed at the end of the row. */
const columns = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'] as const

/** An action on a resource. */
export type Action = (typeof columns)[number]

const isColumn = (action: string): action is Action => columns.includes(action as Action)

/** The permissions of one resource. */
export interface RightRow {
  resource: string
  label: string
  cells: Partial<Record<Action, Right>>
  others: Right[]
  names: string[]
}

/** A menu section with its resources. */
export interface RightGroup {
  name: string
  label: string
  rows: RightRow[]
}

/** Permissions grouped by section and resource, filtered by a search. */
export function getGroups(rights: Rights, search: string): RightGroup[] {
  const normalizedQuery = search.trim().toLowerCase()
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
        `${groupLabel} ${label} ${resource} ${others.map((right) => right.label).join(' ')}`.toLowerCase().includes(normalizedQuery)
      return { name: group, label: groupLabel, rows: [...rows.values()].filter(fits) }
    })
    .filter((group) => group.rows.length > 0)
}

/** A column of the table: an action, with the label most rows use. */
export interface RightColumn {
  action: Action
  label: string
}

/** The columns that at least one row uses. */
export const getColumns = (rows: RightRow[]): RightColumn[] =>
  columns.flatMap((action) => {
    const labels = rows.flatMap((row) => row.cells[action]?.label ?? [])
    const count = (label: string) => labels.filter((other) => other === label).length
    const [label] = labels.toSorted((a, b) => count(b) - count(a))
    return label === undefined ? [] : [{ action, label }]
  })

/** The permission of a row in a column. */
export const inColumn = (row: RightRow, { action, label }: RightColumn): Right | undefined =>
  row.cells[action]?.label === label ? row.cells[action] : undefined

/** The permissions listed below a row: those without a column, and those whose label differs from the column's. */
export const inWords = (row: RightRow, visibleColumns: RightColumn[]): Right[] => [
  ...visibleColumns.flatMap((column) => {
    const right = row.cells[column.action]
    return right && right.label !== column.label ? [right] : []
  }),
  ...row.others,
]

/** Whether a row grants a permission without the permission to view, so that it cannot be used. */
export const lacksView = (row: RightRow, granted: ReadonlySet<string>): boolean => {
  const view = row.cells.get
  return view !== undefined && !granted.has(view.name) && row.names.some((name) => granted.has(name))
}

/** The difference between two sets of permissions. */
export function difference(mine: ReadonlySet<string>, other: ReadonlySet<string>): { more: string[]; fewer: string[] } {
  return { more: [...mine].filter((name) => !other.has(name)), fewer: [...other].filter((name) => !mine.has(name)) }
}
