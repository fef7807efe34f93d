import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../ui-admin/src/kit/index.ts'

/** What the server found in a file before anything is imported. */
export interface SheetColumns {
  columns: { column: string; field: string | null; sample: unknown[] }[]
  fields: { name: string; label: string; required: boolean }[]
  /** Name of the mapping the sheet was recognised by. */
  mapping?: string
}

/** Which field each column of the sheet goes to; columns that are left out are not in it. */
export type Mapping = Record<string, string>

type Target = string | { to: string } | null

/** A way to read somebody's sheets, kept under a name. */
export interface SavedMapping {
  name: string
  built_in: boolean
  mapping: { columns: Record<string, Target | Target[]> }
}

/** Where a target of a mapping goes to; of several the first. */
const fieldOf = (target: Target | Target[]): string | null => {
  const first = Array.isArray(target) ? target[0] : target
  return typeof first === 'object' && first !== null ? first.to : (first ?? null)
}

/** What a mapping makes of the columns of a sheet. */
export function columnsBy({ mapping }: SavedMapping, sheet: SheetColumns): Mapping {
  const found = sheet.columns.map(({ column }) => [column, fieldOf(mapping.columns[column] ?? null)] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== null))
}

/** Reads the columns of a sheet and matches them to fields by their names. */
export function readColumns(resource: string, file: File): Promise<SheetColumns> {
  const body = new FormData()
  body.set('file', file)
  return api(`${resource}/import/columns`, { method: 'POST', body })
}

/** Mappings people have saved, and those that came with a plugin. */
export const mappingsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['mappings', resource],
    queryFn: async ({ signal }) => (await api<{ data: SavedMapping[] }>(`${resource}/import/mappings`, { signal })).data,
  })

/** Keeps columns under a name; the headers of the sheet are what it will be recognised by. */
export async function saveMapping(resource: string, name: string, columns: Mapping): Promise<void> {
  const body = { name, mapping: { columns }, fingerprint: Object.keys(columns) }
  await api(`${resource}/import/mappings`, { method: 'POST', body })
}

/** Forgets a saved mapping. */
export async function deleteMapping(resource: string, name: string): Promise<void> {
  await api(`${resource}/import/mappings`, { method: 'DELETE', query: { name } })
}
