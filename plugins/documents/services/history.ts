import { type Db, historySql, sql } from 'stoa'
import type { HistoryEntry } from '../api-types.ts'

/** The status history of a document, oldest first. @param resource name of the resource */
export const readHistory = (db: Db, resource: string, id: number): Promise<HistoryEntry[]> =>
  db.rows<HistoryEntry>(sql`select h.created_at as at, h.from_status, h.to_status, h.reason, coalesce(a.name, h.actor_kind) as who
    from ${historySql} where h.document_type = ${resource} and h.document_id = ${id} order by h.id`)
