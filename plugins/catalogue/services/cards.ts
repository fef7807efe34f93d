import { type Ctx, formatMoney, named, pick, sql, type Sql } from '#core'
import type { PriceRange, ProductCard } from '../wire.ts'
import { sellable } from './sellable.ts'

/** What to pay for stock `s`: its special price when that is lower. */
export const effectiveSql = sql`least(s.price_minor, coalesce(s.special_price_minor, s.price_minor))`

/** Products the public may see; `p` is the product. */
export const shownSql = sql`p.visibled and p.deleted_at is null`

interface CardRow extends Omit<ProductCard, 'price'> {
  lowest: number | null
  highest: number | null
  was: number | null
}

/** The card of each product in `ids` (a query answering `id` and `place`), in the order of `place`. One statement. */
export function cardsSql(ctx: Ctx, ids: Sql): Sql {
  return sql`
    select p.id, ${pick(sql`p.name`, ctx.language, ctx.main)} as name, p.url, p.type, p.is_new, p.is_featured, p.is_hot,
      img.path as image, coalesce(${pick(sql`img.alt`, ctx.language, ctx.main)}, '') as image_alt,
      (select ${pick(sql`b.title`, ctx.language, ctx.main)} from brand b where b.id = p.brand_id and b.enabled) as brand,
      price.lowest, price.highest, price.was,
      (not p.track_inventories or exists (select 1 from stock s join inventory i on i.stock_id = s.id join warehouse w on w.id = i.warehouse_id
        where s.product_id = p.id and s.visibled and i.quantity > i.reserved and ${sellable})) as in_stock
    from (${ids}) page join product p on p.id = page.id
    left join lateral (select path, alt from product_image where product_id = p.id order by "order", id limit 1) img on true
    left join lateral (select min(${effectiveSql}) as lowest, max(${effectiveSql}) as highest,
      (array_agg(s.price_minor order by ${effectiveSql}, s.id))[1] as was
      from stock s where s.product_id = p.id and s.visibled) price on true
    order by page.place`
}

/** Turns a row of `cardsSql` into a card; without the right to see prices they are left out. */
export function toCard(row: CardRow, prices: boolean): ProductCard {
  const { lowest, highest, was, ...card } = row
  return { ...card, price: prices ? priceRange(lowest, highest, was) : null }
}

export function priceRange(lowest: number | null, highest: number | null, was: number | null): PriceRange | null {
  if (lowest === null) return null
  return { from: formatMoney(lowest), to: formatMoney(highest ?? lowest), was: was === null || was <= lowest ? null : formatMoney(was) }
}

/** Reads cards. The texts are few (conditions × sort orders × languages), so each is planned once per connection. */
export async function readCards(ctx: Ctx, ids: Sql, prices: boolean): Promise<ProductCard[]> {
  const rows = await ctx.kernel.db.rows<CardRow>(named(cardsSql(ctx, ids)))
  return rows.map((row) => toCard(row, prices))
}

/** Sort orders of listings, all ending in the id so that pages never overlap. */
export const sortSql = new Map<string, (ctx: Ctx) => Sql>([
  ['newest', () => sql`p.id desc`],
  ['name', (ctx) => sql`${pick(sql`p.name`, ctx.language, ctx.main)} collate "C", p.id`],
  ['price', () => sql`${lowestSql}, p.id`],
  ['-price', () => sql`${lowestSql} desc nulls last, p.id desc`],
])

const lowestSql = sql`(select min(${effectiveSql}) from stock s where s.product_id = p.id and s.visibled)`

/** Conditions of the flags a listing can ask for. */
export const flags = new Map<string, Sql>([
  ['new', sql`p.is_new`],
  ['featured', sql`p.is_featured`],
  ['hot', sql`p.is_hot`],
])
