import { fallbackChain, locales } from '../i18n/locale.ts'
import type { Locale } from '../api-types.ts'
import { join, literal, sql, type Sql } from './sql.ts'

/**
 * SQL for the text of a per-language jsonb column in `locale`, with fallback to the main language and then to any other. The only
 * place that writes this expression: selects, sort orders, filters and indexes must all match it.
 */
export function localizedSql(column: Sql, locale: Locale, main: Locale): Sql {
  return sql`coalesce(${join(
    fallbackChain(locale, main).map((l) => sql`nullif(${column}->>${literal(l)}, '')`),
    ', ',
  )})`
}

/** True when any language of the column matches the bound LIKE pattern, case-insensitively. */
export function matchesAnyLanguageSql(column: Sql, pattern: string): Sql {
  return sql`(${join(
    locales.map((l) => sql`${column}->>${literal(l)} ilike ${pattern}`),
    ' or ',
  )})`
}

/** Content of the column for a new row. A map is stored as it is. */
export function toLocalizedJson(locale: Locale, value: unknown): string {
  if (value !== null && typeof value === 'object') return JSON.stringify(value)
  return JSON.stringify(value === null || value === '' || value === undefined ? {} : { [locale]: value })
}
