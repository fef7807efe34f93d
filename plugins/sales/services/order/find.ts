import { anyLike, type Ctx, formatMoney, likeText, pick, type Sql, sql } from '#core'
import { availableSql, choiceSql, effectiveSql, pictureSql, stocksSql } from '../../../catalogue/index.ts'
import type { Buyer, SaleableStock, Ways } from '../../wire-admin.ts'

const OFFERED = 20

/** Goods to put on an order: an exact SKU or barcode comes first, so that scanners can take the first one. */
export async function findStocks(ctx: Ctx, words: string): Promise<SaleableStock[]> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const like = `%${likeText(words)}%`
  const rows = await ctx.kernel.db.rows<Omit<SaleableStock, 'price'> & { minor: number }>(sql`
    select s.id, s.sku, s.barcode, coalesce(${say(sql`p.name`)}, '') as name, ${effectiveSql} as minor, ${availableSql(ctx.kernel)} as available, p.type = 'general' as physical,
      ${pictureSql} as image, ${choiceSql(ctx)} as options
    from ${stocksSql}
    where s.visibled and p.deleted_at is null and (${words === ''} or s.sku ilike ${like} or s.barcode ilike ${like} or ${anyLike(sql`p.name`, like)})
    order by lower(s.sku) <> ${words.toLowerCase()} and s.barcode is distinct from ${words}, p.id, s."order", s.id limit ${OFFERED}`)
  return rows.map(({ minor, ...row }) => ({ ...row, price: formatMoney(minor) }))
}

/** Customers an order can be written for, newest first. */
export function findCustomers(ctx: Ctx, words: string): Promise<Buyer[]> {
  const like = `%${likeText(words)}%`
  return ctx.kernel.db.rows<Buyer>(sql`select id, email, first_name, last_name, country_code, phone from customer
    where enabled and (email ilike ${like} or phone ilike ${like} or first_name || ' ' || last_name ilike ${like}) order by id desc limit 10`)
}

/** How an order can be sent and paid. */
export async function waysOf(ctx: Ctx): Promise<Ways> {
  const say = (column: Sql) => pick(column, ctx.language, ctx.main)
  const { db } = ctx.kernel
  const [shipping, payment] = await Promise.all([
    db.rows<{ id: number; title: string; minor: number }>(
      sql`select m.id, coalesce(${say(sql`m.title`)}, '') as title, m.price_minor as minor from shipping_method m where m.enabled order by m."order", m.id`,
    ),
    db.rows<Ways['payment'][number]>(
      sql`select m.code, coalesce(${say(sql`m.title`)}, '') as title from payment_method m where m.enabled order by m."order", m.id`,
    ),
  ])
  return { shipping: shipping.map(({ minor, ...m }) => ({ ...m, price: formatMoney(minor) })), payment }
}
