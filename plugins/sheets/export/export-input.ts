import { type Ctx, validationError, message } from 'stoa'
import { planList, type Resource } from 'stoa/engine'
import { getLayoutFor } from '../mapping/columns.ts'
import type { Format } from '../source/line.ts'

/** Selects rows by id, or by the query of a list; all columns unless some are named. */
interface ExportRequest {
  format: Format
  ids: number[] | null
  query: Record<string, string> | null
  columns: string[]
}

/** Validates the input of an export and removes empty values. @throws AppError INVALID by name */
export function getExportInput(ctx: Ctx, r: Resource, { format, ids, query, columns }: ExportRequest) {
  const offered = new Set(getLayoutFor(ctx, r).columns.flatMap((c) => (c.writes ? [c.name] : [])))
  if (!columns.every((c) => offered.has(c))) throw validationError({ columns: message('core:rule.choice') })
  planList(ctx, r, query ?? {})
  return {
    format,
    ...(query ? { query } : {}),
    ...(ids ? { ids } : {}),
    ...(columns.length > 0 ? { columns } : {}),
  }
}
