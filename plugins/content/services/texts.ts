import { type Ctx, id, localizedSql, richToHtml, sql, type Sql } from 'stoa'

/** A per-language column of `alias` in the reader's language, empty when nothing is written. */
export const translatedSql = (ctx: Ctx, alias: string, column: string): Sql =>
  sql`coalesce(${localizedSql(sql`${id(alias)}.${id(column)}`, ctx.language, ctx.mainLanguage)}, '')`

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The words of a stored rich text, without markup. */
export const getPlain = (rich: string): string =>
  richToHtml(rich)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** True while a row's time has come and is not over. */
export const liveSql = (alias: string): Sql =>
  sql`(coalesce(${id(alias)}.starts_at, '-infinity') <= now() and coalesce(${id(alias)}.ends_at, 'infinity') > now())`
