import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import { api } from 'stoa/admin'
import type { ImportPreview, TransferInfo } from '../../api-types.ts'
import type { Reading, MappingState, SavedMapping, Sheet, SheetColumns } from './sheet.ts'

/** A file with its encoding; a blank encoding is detected by the server. */
export interface SheetFile {
  sheet: Sheet
  encoding: string
}

function getBody({ sheet, encoding }: SheetFile, { mapping, ...parts }: Partial<Reading> = {}): FormData {
  const body = new FormData()
  if (encoding) body.set('encoding', encoding)
  if (mapping) body.set('mapping', mapping)
  for (const [name, part] of Object.entries(parts)) if (part !== undefined) body.set(name, JSON.stringify(part))
  if (typeof sheet === 'number') body.set('from', String(sheet))
  else body.set('file', sheet)
  return body
}

/** Reads the columns of a file and matches them to fields by name. */
export const readColumns = (resource: string, file: SheetFile): Promise<SheetColumns> =>
  api(`sheet/${resource}/columns`, { method: 'POST', body: getBody(file) })

/** The first records of a file under a mapping. */
export const previewSheet = (resource: string, file: SheetFile, reading: Reading, signal: AbortSignal): Promise<ImportPreview> =>
  api(`sheet/${resource}/preview`, { method: 'POST', body: getBody(file, reading), signal })

/** Uploads a file and starts the dry run. */
export function planImport(resource: string, file: SheetFile, language: Locale, reading: Reading): Promise<TransferInfo> {
  const body = getBody(file, reading)
  body.set('language', language)
  return api(`sheet/${resource}/plan`, { method: 'POST', body })
}

/** Saved mappings and those of plugins. */
export const mappingsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['mappings', resource],
    queryFn: async ({ signal }) => (await api<{ data: SavedMapping[] }>(`sheet/${resource}/mappings`, { signal })).data,
  })

/** Saves a mapping under a name. The file's header becomes the fingerprint that recognises such files. */
export async function saveMapping(
  resource: string,
  name: string,
  { columns, constants, group, inherit, firstLine, plus, base }: MappingState,
): Promise<void> {
  const mapping = {
    columns,
    ...(Object.keys(constants).length > 0 ? { constants } : {}),
    ...(group.length > 0 ? { group, gather: true } : {}),
    ...(inherit.length > 0 ? { inherit } : {}),
    ...(firstLine === 'head' ? { firstLine } : {}),
    ...(Object.keys(plus).length > 0 ? { plus } : {}),
    ...(Object.keys(base).length > 0 ? { base } : {}),
  }
  await api(`sheet/${resource}/mappings`, { method: 'POST', body: { name, mapping, fingerprint: Object.keys(columns) } })
}

/** Deletes a saved mapping. */
export async function deleteMapping(resource: string, name: string): Promise<void> {
  await api(`sheet/${resource}/mappings`, { method: 'DELETE', query: { name } })
}
