/** One permission as the server lists it: "batch update product" and what to call it. */
export interface Right {
  name: string
  label: string
}

/** Answer of `GET /api/admin/permissions`. */
export interface Rights {
  data: { group: string; groupLabel: string; entries: Right[] }[]
  presets: { name: string; label: string; permissions: string[] }[]
}

/** The six things that have a column of their own; the longer names first, since they end like the shorter ones. */
const actions = ['batch update', 'batch destroy', 'get', 'create', 'update', 'destroy'] as const
const order = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy'] as const

/** Something that can be done with a resource. */
export type Action = (typeof actions)[number]

/** The rights on one resource. */
export interface RightRow {
  resource: string
  label: string
  cells: Partial<Record<Action, Right>>
  others: Right[]
  names: string[]
}

function split(name: string): { action: Action | undefined; resource: string } {
  const action = actions.find((one) => name.startsWith(`${one} `))
  return { action, resource: action ? name.slice(action.length + 1) : name.split(' ').slice(1).join(' ') }
}

/** What a resource is called: the server writes "verb · resource"; without that, the words of its name. */
function titleOf(entry: Right, resource: string): string {
  const told = entry.label.split(' · ')[1]
  if (told) return told
  const words = resource.replace(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Groups of resources with their rights, cut down to what a search finds. */
export function rightsOf(rights: Rights, search: string): { name: string; label: string; rows: RightRow[] }[] {
  const wanted = search.trim().toLowerCase()
  return rights.data
    .map((group) => {
      const rows = new Map<string, RightRow>()
      for (const entry of group.entries) {
        const { action, resource } = split(entry.name)
        const row = rows.get(resource) ?? {
          resource,
          label: titleOf(entry, resource),
          cells: {},
          others: [],
          names: [],
        }
        if (action) row.cells[action] = entry
        else row.others.push(entry)
        row.names.push(entry.name)
        rows.set(resource, row)
      }
      const fits = (row: RightRow) =>
        `${group.groupLabel} ${row.label} ${row.others.map((one) => one.label).join(' ')}`.toLowerCase().includes(wanted)
      return { name: group.group, label: group.groupLabel, rows: [...rows.values()].filter(fits) }
    })
    .filter((group) => group.rows.length > 0)
}

/** The columns at least one of the rows has something in. */
export const columnsOf = (rows: RightRow[]): Action[] => order.filter((action) => rows.some((row) => row.cells[action]))
