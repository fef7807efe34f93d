import { matchesAnyLanguageSql, type Ctx, join, likeText, localizedSql, type Sql, sql } from 'stoa'
import { choiceSql, effectiveSql, onHandSql, stocksSql } from 'stoa/plugins/catalogue'
import { markedMoney } from 'stoa/plugins/currency'
import type { LabelsByCode, LabelStock } from '../api-types.ts'

/** Maximum number of search results. */
const OFFERED = 30

interface StockRow extends Omit<LabelStock, 'price'> {
  pay: number
}

/** Stocks with their label data, in the language of the context. `where` is a condition on stock `s` of product `p`. */
export async function labelStocks(ctx: Ctx, where: Sql, limit = 1_000): Promise<LabelStock[]> {
  const say = (column: Sql) => localizedSql(column, ctx.language, ctx.mainLanguage)
  const rows = await ctx.kernel.db.rows<StockRow>(sql`
    select s.id, s.product_id, s.sku, coalesce(nullif(s.barcode, ''), s.sku) as code, coalesce(${say(sql`p.name`)}, '') as name, ${effectiveSql} as pay,
      ${choiceSql(ctx, { named: true })} as options, ${onHandSql(ctx.kernel)} as quantity
    from ${stocksSql}
    where p.deleted_at is null and s.visibled and (${where}) order by p.id, s."order", s.id limit ${limit}`)
  return rows.map(({ pay, ...row }) => ({ ...row, price: markedMoney(ctx.kernel, pay) }))
}

/** Stocks whose barcode, SKU or product name contains a text; exact matches come first. */
export async function searchStocks(ctx: Ctx, q: string): Promise<LabelStock[]> {
  const words = q.trim().slice(0, 100)
  if (words === '') return labelStocks(ctx, sql`true`, OFFERED)
  const like = `%${likeText(words)}%`
  // Exact matches are queried separately, because they may lie beyond the limit of partial matches.
  const [{ data: exact }, found] = await Promise.all([
    findStocksByCode(ctx, [words]),
    labelStocks(ctx, sql`s.sku ilike ${like} or s.barcode ilike ${like} or ${matchesAnyLanguageSql(sql`p.name`, like)}`, OFFERED),
  ])
  const exactIds = new Set(exact.map(({ id }) => id))
  return [...exact, ...found.filter(({ id }) => !exactIds.has(id))].slice(0, OFFERED)
}

/** The stocks of pasted or scanned codes, and the unknown codes. */
export async function findStocksByCode(ctx: Ctx, codes: readonly string[]): Promise<LabelsByCode> {
  const requested = [...new Set(codes.map((c) => c.trim()).filter((c) => c !== ''))]
  if (requested.length === 0) return { data: [], missing: [] }
  const lower = requested.map((c) => c.toLowerCase())
  const data = await labelStocks(ctx, sql`lower(s.sku) = any(${lower}::text[]) or lower(s.barcode) = any(${lower}::text[])`)
  const foundCodes = new Set(data.flatMap((s) => [s.sku.toLowerCase(), s.code.toLowerCase()]))
  return { data, missing: requested.filter((c) => !foundCodes.has(c.toLowerCase())) }
}

/** Stocks by id, or all stocks of some products. */
export const findStocks = (ctx: Ctx, ids: readonly number[], products: readonly number[] = []): Promise<LabelStock[]> =>
  labelStocks(ctx, join([sql`s.id = any(${[...ids]}::bigint[])`, sql`s.product_id = any(${[...products]}::bigint[])`], ' or '))
