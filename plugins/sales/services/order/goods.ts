import { type Ctx, type Sql, sql } from 'stoa'
import { variantSql } from 'stoa/plugins/catalogue'

/**
 * SQL: the lines of the order `t` for a reader. Items that still exist are named in the reader's language if the
 * order has another one.
 */
export function goodsSql(ctx: Ctx): Sql {
  const language = ctx.interfaceLanguage ?? ctx.language
  const { from, name } = variantSql(ctx.kernel, { language, mainLanguage: ctx.mainLanguage }, sql`l.stock_id`)
  const translatedName = sql`case when t.language <> ${language} then (select nullif(${name}, '') from (select 1) one${from}) end`
  return sql`(select coalesce(json_agg(json_build_object('name', coalesce(${translatedName}, l.name), 'quantity', l.quantity, 'image', l.image)
    order by l.id), '[]') from order_line l where l.order_id = t.id)`
}
