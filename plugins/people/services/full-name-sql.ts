import { sql, type Sql } from 'stoa'

/** SQL: the name that `fullName` makes of two columns. A test compares both. */
export const fullNameSql = (first: Sql, last: Sql): Sql =>
  sql`case when ${first} ~ ${HAN} and ${last} ~ ${HAN} then ${last} || ${first} else concat_ws(' ', nullif(${first}, ''), nullif(${last}, '')) end`

/** Pattern of words in Chinese characters only. */
const HAN = '^[\\u3005\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff]+$'

/** SQL: whether a name matches a pattern, in Western or Chinese name order. */
export const isCalledSql = (first: Sql, last: Sql, pattern: string): Sql =>
  sql`(${first} || ' ' || ${last} ilike ${pattern} or ${last} || ${first} ilike ${pattern})`
