import { type Ctx, f, type ListColumn, localizedSql, sql, type Sql } from 'stoa'
import { choiceSql, pictureSql, stocksSql } from '../services/read/stock-sql.ts'

/** List columns that identify a stock item: picture, product and option values. */
export function goodsColumns(stock: Sql): Record<'picture' | 'goods' | 'choice', ListColumn> {
  const selectFromStock = (value: (ctx: Ctx) => Sql) => (ctx: Ctx) => sql`(select ${value(ctx)} from ${stocksSql} where s.id = ${stock})`
  return {
    picture: { field: f.image({ list: 0 }), read: selectFromStock(() => pictureSql) },
    goods: {
      field: f.text({ list: 1 }),
      title: true,
      read: selectFromStock(({ language, mainLanguage }) => localizedSql(sql`p.name`, language, mainLanguage)),
    },
    choice: { field: f.text({ list: 2 }), read: selectFromStock((ctx) => choiceSql(ctx)) },
  }
}
