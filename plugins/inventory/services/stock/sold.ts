import { sql, type Sql } from 'stoa'
import type { MovementType } from '../../domain/movement.ts'

/** How many units of stock `s` were sold in so many days. */
export const soldSql = (days: number): Sql => sql`(select coalesce(-sum(m.quantity), 0)::int from inventory_movement m
  where m.stock_id = s.id and m.type = 'sale' and m.created_at > now() - make_interval(days => ${days}))`

/** How many units of a stock a document booked, out of them counted below zero; of one type of movement only, when told. Both ids are parts of a statement. */
export const bookedSql = (type: string, document: Sql, stock: Sql, movement: MovementType | null = null): Sql =>
  sql`(select coalesce(sum(m.quantity), 0) from inventory_movement m
  where m.document_type = ${type} and m.document_id = ${document} and m.stock_id = ${stock} and (${movement}::text is null or m.type = ${movement}))`
