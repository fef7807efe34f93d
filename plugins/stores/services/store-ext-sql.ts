import { type Sql, sql } from 'stoa'

/** SQL: the fields that other plugins add to a store, as `jsonb` by plugin. */
export const storeExtSql = (storeId: Sql): Sql => sql`(select x.ext from store x where x.id = ${storeId})`
