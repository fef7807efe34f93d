import { queryOptions } from '@tanstack/react-query'
import type { Locale } from 'stoa/api-types'
import { api } from 'stoa/admin'
import type { ImportPreview, TransferInfo } from '../../api-types.ts'
import type { Reading, Said, SavedMapping, Sheet, SheetColumns } from './sheet.ts'

/** A file, and the encoding it is said to be in; blank to let the server tell. */
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

/** Reads the columns of a sheet and matches them to fields by their names. */
export const readColumns = (resource: string, file: SheetFile): Promise<SheetColumns> =>
  api(`sheet/${resource}/columns`, { method: 'POST', body: getBody(file) })

/** The first records of a sheet as it would be read. */
export const previewSheet = (resource: string, file: SheetFile, reading: Reading, signal: AbortSignal): Promise<ImportPreview> =>
  api(`sheet/${resource}/preview`, { method: 'POST', body: getBody(file, reading), signal })

/** Hands a sheet over to be rehearsed. */
export function planImport(resource: string, file: SheetFile, language: Locale, reading: Reading): Promise<TransferInfo> {
  const body = getBody(file, reading)
  body.set('language', language)
  return api(`sheet/${resource}/plan`, { method: 'POST', body })
}

/** Mappings people have saved, and those that came with a plugin. */
export const mappingsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['mappings', resource],
    queryFn: async ({ signal }) => (await api<{ data: SavedMapping[] }>(`sheet/${resource}/mappings`, { signal })).data,
  })

/** Keeps what is said of a sheet under a name; the headers that are read are what it will be recognised by. */
export async function saveMapping(
  resource: string,
  name: string,
  { columns, constants, group, inherit, firstLine, plus, base }: Said,
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

/** Forgets a saved mapping. */
export async function deleteMapping(resource: string, name: string): Promise<void> {
  await api(`sheet/${resource}/mappings`, { method: 'DELETE', query: { name } })
}
