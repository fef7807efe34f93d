import {
  type Ctx,
  type Kernel,
  prepareKernelStatement,
  localizedSql,
  type PreparedStatement,
  selectPublicFields,
  sql,
  type Sql,
} from 'stoa'
import type { ProductCard } from '../../api-types.ts'
import { isCounted } from '../read/stock-levels.ts'
import { priceRange } from '../price/range.ts'
import { visitorRanges } from '../price/visitor-prices.ts'
import { getAllowed } from '../read/rules.ts'

/** SQL: whether a product `p` is public. */
export const shownSql = sql`p.visibled and p.deleted_at is null`

/** SQL: name and path of a public product as JSON; null for any other. */
export const linkSql = (ctx: Pick<Ctx, 'language' | 'mainLanguage'>, product: Sql): Sql =>
  sql`(select json_build_object('name', ${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)}, 'url', p.url) from product p where p.id = ${product} and ${shownSql})`

interface CardRow extends Omit<ProductCard, 'price'> {
  lowest: number | null
  highest: number | null
  was: number | null
  /** Public extension fields. */
  shown?: unknown
}

const product = { name: 'product' }

/** Public extension fields of cards. */
export const shownOnCards = (kernel: Kernel) => selectPublicFields(kernel, product, 'card')

/** SQL: the cards of the public products in `ids` (a query with `id` and `place`), ordered by `place`, in one statement. */
export function cardsSql(kernel: Kernel, ctx: Pick<Ctx, 'language' | 'mainLanguage'>, ids: Sql): Sql {
  return sql`
    select p.id, ${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)} as name, p.url, p.type, p.is_new, p.is_featured, p.is_hot,
      img.path as image, coalesce(${localizedSql(sql`img.alt`, ctx.language, ctx.mainLanguage)}, '') as image_alt,
      (select ${localizedSql(sql`b.title`, ctx.language, ctx.mainLanguage)} from brand b where b.id = p.brand_id and b.enabled) as brand,
      x.lowest_minor as lowest, x.highest_minor as highest, x.was_minor as was, x.in_stock
      ${shownOnCards(kernel).column(ctx, 'p')}
    from (${ids}) page join product p on p.id = page.id join product_shelf x on x.product_id = p.id and x.shown
    left join lateral (select path, alt from product_image where product_id = p.id order by "order", id limit 1) img on true
    order by page.place`
}

const getCards = prepareKernelStatement('product.cards', (kernel, ctx, ids: readonly number[]) =>
  cardsSql(kernel, ctx, sql`select u.id, u.place from unnest(${ids}::bigint[]) with ordinality as u(id, place)`),
)

/** Converts a row of `cardsSql` to a card; prices are left out if the visitor may not see them. */
function toCard(row: CardRow, { prices, counted }: { prices: boolean; counted: boolean }): ProductCard {
  // Named one by one: a rest pattern is measurably slower here.
  const { id, name, url, type, is_new, is_featured, is_hot, image, image_alt, brand, in_stock, lowest, highest, was } = row
  const price = prices ? priceRange(lowest, highest, was) : null
  return { id, name, url, type, is_new, is_featured, is_hot, image, image_alt, brand, in_stock: in_stock || !counted, price }
}

/** Cards with regular prices, which may be cached for all visitors. Prices are left out if the visitor may not see them. */
export async function publicCards(ctx: Ctx, found: PreparedStatement): Promise<ProductCard[]> {
  const open = { prices: getAllowed(ctx).price, counted: isCounted(ctx.kernel) }
  const publicFields = shownOnCards(ctx.kernel)
  const rows = await ctx.kernel.db.rows<CardRow>(found)
  return rows.map((row) => Object.assign(toCard(row, open), publicFields.values(ctx, row.shown)))
}

/** Replaces regular prices by the visitor's own, if there are any. Never cache the result for others. */
export async function withOwnPrices(ctx: Ctx, cards: readonly ProductCard[]): Promise<ProductCard[]> {
  const ownRanges = await visitorRanges(
    ctx,
    cards.flatMap(({ id, price }) => (price ? [id] : [])),
  )
  return cards.map((card) => {
    const price = ownRanges.get(card.id)
    return price ? { ...card, price } : card
  })
}

/** Cards of products for the current visitor, in input order. Never cache the result for others. */
export const readCards = async (ctx: Ctx, ids: readonly number[]): Promise<ProductCard[]> =>
  ids.length === 0 ? [] : withOwnPrices(ctx, await publicCards(ctx, getCards(ctx, ids)))

/**
 * Sort orders of listings over `x`, a row of `product_shelf`. All end in the id, so that pages never overlap. Sorting
 * by name uses product `p` and the index that admin lists use.
 */
export const sortSql = new Map<string, (ctx: Ctx) => Sql>([
  ['relevance', () => sql`x.product_id desc`],
  ['newest', () => sql`x.product_id desc`],
  ['name', (ctx) => sql`${localizedSql(sql`p.name`, ctx.language, ctx.mainLanguage)}, p.id`],
  ['price', () => sql`x.lowest_minor, x.product_id`],
  ['-price', () => sql`x.lowest_minor desc nulls last, x.product_id desc`],
  ['best', () => sql`x.sold desc, x.product_id desc`],
])

/** Conditions of listing flags on `x`, a row of `product_shelf`. */
export const flags = new Map<string, Sql>([
  ['new', sql`x.is_new`],
  ['featured', sql`x.is_featured`],
  ['hot', sql`x.is_hot`],
])
