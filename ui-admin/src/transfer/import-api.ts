import type { ImportAnswer, Locale } from '#core/wire'
import { api } from '../api/client.ts'
import { forget } from '../api/resource.ts'

/** What the server found in a file before anything is imported. */
export interface SheetColumns {
  columns: { column: string; field: string | null; sample: unknown[] }[]
  fields: { name: string; label: string; required: boolean }[]
}

/** Which field each column of the sheet goes to; columns that are left out are not in it. */
export type Mapping = Record<string, string>

/** Reads the columns of a sheet and matches them to fields by their names. */
export function readColumns(resource: string, file: File): Promise<SheetColumns> {
  const body = new FormData()
  body.set('file', file)
  return api(`${resource}/import/columns`, { method: 'POST', body })
}

/** Imports a sheet, or in a rehearsal tells what that would do. */
export async function importSheet(
  resource: string,
  file: File,
  options: { dryRun: boolean; language: Locale; columns: Mapping },
): Promise<ImportAnswer> {
  const body = new FormData()
  body.set('dry_run', options.dryRun ? '1' : '0')
  body.set('language', options.language)
  body.set('columns', JSON.stringify(options.columns))
  body.set('file', file)
  const answer = await api<ImportAnswer>(`${resource}/import`, { method: 'POST', body })
  if (!options.dryRun) forget(resource)
  return answer
}
