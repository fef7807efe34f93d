import { createHash } from 'node:crypto'
import { type Ctx, formatMoney, localizedSql, sql } from 'stoa'
import { choiceSql, effectiveSql, pictureSql, readProductPlaces, shownSql, stocksSql } from 'stoa/plugins/catalogue'
import { INVENTORY } from 'stoa/plugins/inventory'
import { getCurrency, unitPrice } from 'stoa/plugins/sales'
import type { Articles } from '../api-types.ts'
import { signPrice } from './price-signature.ts'

/** Items per page: a shop with 20,000 items needs ten calls. */
const PAGE = 2_000

interface Row extends Omit<Articles['data'][number], 'price' | 'pay' | 'categories' | 'price_signature'> {
  price: number
  pay: number
}

/**
 * A page of items for sale after the id `after`, for a device to store for offline sales. An unchanged page, by its
 * hash, is not sent again.
 */
export async function listArticles(
  ctx: Ctx,
  warehouse: number | null,
  { after, known }: { after: number; known: string },
): Promise<Articles> {
  const available = ctx.kernel.find(INVENTORY)?.availableInSql(warehouse) ?? sql`null::int`
  const rows = await ctx.kernel.db
    .rows<Row>(sql`select s.id, s.product_id, s.sku, s.barcode, coalesce(${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)}, '') as name,
      ${choiceSql(ctx)} as choice, s.price_minor as price, ${effectiveSql} as pay, ${pictureSql} as image, ${available} as available
    from ${stocksSql} where s.id > ${after} and s.visibled and s.deleted_at is null and ${shownSql} and not p.by_application order by s.id limit ${PAGE}`)
  const money = getCurrency(ctx, null)
  const figure = (minor: number) => formatMoney(unitPrice(minor, money))
  const places = await readProductPlaces(ctx.kernel.db, [...new Set(rows.map(({ product_id }) => product_id))])
  const categoriesByProduct = new Map(places.map(({ id, categories }) => [id, categories]))
  const data = rows.map((row) => ({
    ...row,
    price: figure(row.price),
    pay: figure(row.pay),
    categories: (categoriesByProduct.get(row.product_id) ?? []).toSorted((a, b) => a - b),
    price_signature: signPrice(ctx.kernel, row.id, unitPrice(row.pay, money)),
  }))
  const next = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null)
  const mark = createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)
  return mark === known ? { data: [], next, mark, same: true } : { data, next, mark, same: false }
}
