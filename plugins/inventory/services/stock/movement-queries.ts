import { sql, type Sql } from 'stoa'
import type { MovementType } from '../../domain/movement.ts'

/** SQL: units of stock item `s` sold in the last days. */
export const unitsSoldSql = (days: number): Sql => sql`(select coalesce(-sum(m.quantity), 0)::int from inventory_movement m
  where m.stock_id = s.id and m.type = 'sale' and m.created_at > now() - make_interval(days => ${days}))`

/**
 * SQL: units of a stock item that a document moved, negative for outgoing units; optionally of one movement type.
 * Both ids are SQL expressions.
 */
export const movedUnitsSql = (type: string, document: Sql, stock: Sql, movement: MovementType | null = null): Sql =>
  sql`(select coalesce(sum(m.quantity), 0) from inventory_movement m
  where m.document_type = ${type} and m.document_id = ${document} and m.stock_id = ${stock} and (${movement}::text is null or m.type = ${movement}))`
