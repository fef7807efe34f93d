import { type Ctx, id, localizedSql, richToHtml, sql, type Sql } from 'stoa'

/** A per-language column of `alias` in the reader's language; empty when there is no text. */
export const translatedSql = (ctx: Ctx, alias: string, column: string): Sql =>
  sql`coalesce(${localizedSql(sql`${id(alias)}.${id(column)}`, ctx.language, ctx.mainLanguage)}, '')`

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The plain text of a rich text. */
export const getPlain = (rich: string): string =>
  richToHtml(rich)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Condition that the current time is within the period of a row. */
export const liveSql = (alias: string): Sql =>
  sql`(coalesce(${id(alias)}.starts_at, '-infinity') <= now() and coalesce(${id(alias)}.ends_at, 'infinity') > now())`
