import { basic, type Ctx, type Locale, type Period, sql, type Sql } from 'stoa'

/** The language a card is read in. */
export const getLanguage = (ctx: Ctx): Locale => ctx.interfaceLanguage ?? ctx.language

/** A message in the language of the reader. */
export const translate = (ctx: Ctx, key: string, params?: Record<string, string | number>): string =>
  ctx.kernel.i18n.t(getLanguage(ctx), key, params)

/** SQL: whether an instant is in a period, on the clock of the shop. */
export function isInPeriodSql(ctx: Ctx, instant: Sql, { from, to }: Period): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  return sql`(${instant} >= (${from}::date)::timestamp at time zone ${zone} and ${instant} < (${to}::date + 1)::timestamp at time zone ${zone})`
}
