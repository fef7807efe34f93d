import { sql, type Sql } from 'stoa'

/** The name `fullName` makes of these two columns, for lists that read it in their statement. A test compares both. */
export const fullNameSql = (first: Sql, last: Sql): Sql =>
  sql`case when ${first} ~ ${HAN} and ${last} ~ ${HAN} then ${last} || ${first} else concat_ws(' ', nullif(${first}, ''), nullif(${last}, '')) end`

/** Words of Chinese characters alone. */
const HAN = '^[\\u3005\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff]+$'

/** Whether somebody of these two columns is called like a pattern: as names are written in the West, or in China. */
export const isCalledSql = (first: Sql, last: Sql, pattern: string): Sql =>
  sql`(${first} || ' ' || ${last} ilike ${pattern} or ${last} || ${first} ilike ${pattern})`
