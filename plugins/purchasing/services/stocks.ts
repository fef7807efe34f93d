import { matchesAnyLanguageSql, type Ctx, formatMoney, likeText, localizedSql, type Sql, sql } from 'stoa'
import { choiceSql, stocksSql } from 'stoa/plugins/catalogue'
import { availableSql } from 'stoa/plugins/inventory'
import type { StockToBuy } from '../api-types.ts'
import { openSql, underWaySql } from './incoming.ts'

const OFFERED = 20

/** Stocks for an order: those of the supplier first, or by id. */
export async function findStocksToBuy(
  ctx: Ctx,
  { q, ids, supplier }: { q: string; ids: readonly number[] | null; supplier: number | null },
): Promise<StockToBuy[]> {
  const say = (column: Sql) => localizedSql(column, ctx.language, ctx.mainLanguage)
  const like = `%${likeText(q)}%`
  const fits = ids
    ? sql`s.id = any(${[...ids]}::bigint[])`
    : sql`s.visibled and p.deleted_at is null and (${q === ''} or s.sku ilike ${like} or s.barcode ilike ${like} or ss.supplier_sku ilike ${like} or ${matchesAnyLanguageSql(sql`p.name`, like)})`
  const rows = await ctx.kernel.db.rows<Omit<StockToBuy, 'cost'> & { minor: number | null }>(sql`
    select s.id, s.sku, coalesce(${say(sql`p.name`)}, '') as name, ${availableSql} as available, ss.cost_minor as minor,
      coalesce(ss.supplier_sku, '') as supplier_sku, coalesce(ss.min_qty, 1) as min_qty,
      ${choiceSql(ctx)} as options,
      (select coalesce(sum(${openSql}), 0)::int from purchase_order_line l join purchase_order o on o.id = l.po_id where l.stock_id = s.id and ${underWaySql}) as incoming
    from ${stocksSql} left join supplier_stock ss on ss.stock_id = s.id and ss.supplier_id = ${supplier}
    where ${fits} order by ss.id is null, lower(s.sku) <> ${q.toLowerCase()}, p.id, s."order", s.id limit ${ids ? ids.length : OFFERED}`)
  return rows.map(({ minor, ...row }) => ({ ...row, cost: minor === null ? null : formatMoney(minor) }))
}
