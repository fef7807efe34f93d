import { matchesAnyLanguageSql, type Ctx, formatMoney, likeText, localizedSql, type Sql, sql } from 'stoa'
import { availableSql, choiceSql, effectiveSql, pictureSql, stocksSql } from 'stoa/plugins/catalogue'
import { listEnabledMethods } from 'stoa/plugins/payments'
import { isPickupKind, SHIPPING } from 'stoa/plugins/shipping'
import type { SaleableStock, Ways } from '../../admin-api-types.ts'

const MAX_RESULTS = 20

/** Items to add to an order. An exact SKU or barcode comes first, so that a scanner can take the first result. */
export async function findStocks(ctx: Ctx, search: string): Promise<SaleableStock[]> {
  const localize = (column: Sql) => localizedSql(column, ctx.language, ctx.mainLanguage)
  const like = `%${likeText(search)}%`
  const rows = await ctx.kernel.db.rows<Omit<SaleableStock, 'price'> & { minor: number }>(sql`
    select s.id, s.sku, s.barcode, coalesce(${localize(sql`p.name`)}, '') as name, ${effectiveSql} as minor, ${availableSql(ctx.kernel)} as available, p.type = 'general' as physical,
      ${pictureSql} as image, ${choiceSql(ctx)} as options
    from ${stocksSql}
    where s.visibled and p.deleted_at is null and not p.by_application and (${search === ''} or s.sku ilike ${like} or s.barcode ilike ${like} or ${matchesAnyLanguageSql(sql`p.name`, like)})
    order by lower(s.sku) <> ${search.toLowerCase()} and s.barcode is distinct from ${search}, p.id, s."order", s.id limit ${MAX_RESULTS}`)
  return rows.map(({ minor, ...row }) => ({ ...row, price: formatMoney(minor) }))
}

/** Shipping and payment methods of an order. */
export async function listOrderMethods(ctx: Ctx): Promise<Ways> {
  const [shipping, payment] = await Promise.all([ctx.kernel.get(SHIPPING).listEnabledMethods(ctx), listEnabledMethods(ctx)])
  return {
    shipping: shipping.map(({ id, code, title, price, kind }) => ({
      id,
      code,
      title,
      price: formatMoney(price),
      pickup: isPickupKind(kind),
    })),
    payment,
  }
}
