import { fallbackChain, locales } from '../i18n/locale.ts'
import type { Locale } from '../wire.ts'
import { join, literal, raw, sql, type Sql } from './sql.ts'

/**
 * The text of a per-language jsonb column in `locale`, falling back over main language to any other.
 * The only place that writes this expression: selects, sort orders, filters and indexes must all match it.
 */
export function pick(column: Sql, locale: Locale, main: Locale): Sql {
  return sql`coalesce(${join(fallbackChain(locale, main).map((l) => sql`nullif(${column}->>${literal(l)}, '')`), ', ')})`
}

/** True when any language of the column contains the bound LIKE pattern, without regard to case. */
export function anyLike(column: Sql, pattern: string): Sql {
  return sql`(${join(locales.map((l) => sql`${column}->>${literal(l)} ilike ${pattern}`), ' or ')})`
}

/** New content of the column with one language set, or removed when the value is empty. The others stay. */
export function merge(column: Sql, locale: Locale, value: unknown): Sql {
  if (value === null || value === '' || value === undefined) return sql`coalesce(${column}, '{}'::jsonb) - ${literal(locale)}`
  return sql`coalesce(${column}, '{}'::jsonb) || jsonb_build_object(${literal(locale)}, ${value}::text)`
}

/** Content of the column for a new row. A map is taken as it is. */
export function fresh(locale: Locale, value: unknown): string {
  if (value !== null && typeof value === 'object') return JSON.stringify(value)
  return JSON.stringify(value === null || value === '' || value === undefined ? {} : { [locale]: value })
}

export const emptyMap = raw(`'{}'::jsonb`)
