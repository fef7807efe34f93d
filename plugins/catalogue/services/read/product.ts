import {
  type Ctx,
  AppError,
  formatMoney,
  ignoreNotFound,
  type Kernel,
  prepareKernelStatement,
  NOT_FOUND,
  localizedSql,
  selectPublicFields,
  sql,
  type Sql,
} from 'stoa'
import type { AttributeView, OptionView, PictureView, PriceRange, ProductCard, ProductView, StockView } from '../../api-types.ts'
import { listAttributes } from './attributes.ts'
import { cardsSql, publicCards, shownOnCards, shownSql, withOwnPrices } from '../lists/cards.ts'
import { findCustomerDiscount } from '../price/price-groups.ts'
import { customerIn } from '../price/own-prices.ts'
import { type OwnPrices, priceRange, visitorRange } from '../price/range.ts'
import { toOwnPriceViews } from '../price/visitor-prices.ts'
import { effectiveSql, specialSql } from '../price/price-to-pay.ts'
import { getAllowed } from './rules.ts'
import { availableSql, isCounted } from './stock-levels.ts'
import { categoryNodes, getBreadcrumbs } from './tree.ts'

interface StockRow {
  id: number
  sku: string
  barcode: string | null
  price: number
  special: number | null
  pay: number
  stock_notification: number
  image: string | null
  values: Record<string, string>
  available: number | null
}

interface ProductRow extends Pick<
  ProductView,
  'id' | 'sku' | 'name' | 'url' | 'type' | 'is_new' | 'is_featured' | 'is_hot' | 'track_inventories' | 'by_application'
> {
  description: string | null
  short_description: string | null
  meta_title: string | null
  meta_description: string | null
  updated_at: string
  brand: { title: string; url: string } | null
  category_id: number | null
  images: PictureView[]
  options: OptionView[]
  stocks: StockRow[]
  facts: FactRow[] | null
  /** Public extension fields. */
  shown?: unknown
}

/** An attribute value of a product. */
interface FactRow {
  id: number
  text: string | null
  number: number | null
  flag: boolean
  values: number[]
}

const shownOnPage = (kernel: Kernel) => selectPublicFields(kernel, { name: 'product' }, 'page')

const byUrl = prepareKernelStatement('product.by-url', (kernel, ctx, url: string) => productSql(kernel, ctx, url))

const getAvailable = prepareKernelStatement(
  'product.available',
  (kernel, _ctx, id: number) =>
    sql`select s.id, ${availableSql(kernel)} as available from product p join stock s on s.product_id = p.id where p.id = ${id} and s.visibled`,
)

/** SQL: a public product with all data of its page. */
function productSql(kernel: Kernel, ctx: Pick<Ctx, 'language' | 'mainLanguage'>, url: string): Sql {
  const say = (column: Sql) => localizedSql(column, ctx.language, ctx.mainLanguage)
  return sql`
    select p.id, p.sku, ${say(sql`p.name`)} as name, p.url, p.type, p.is_new, p.is_featured, p.is_hot, p.track_inventories, p.updated_at, p.by_application,
      ${say(sql`p.description`)} as description, ${say(sql`p.short_description`)} as short_description,
      ${say(sql`p.meta_title`)} as meta_title, ${say(sql`p.meta_description`)} as meta_description,
      (select json_build_object('title', ${say(sql`b.title`)}, 'url', b.url) from brand b where b.id = p.brand_id and b.enabled) as brand,
      (select l.category_id from product_category l join category c on c.id = l.category_id where l.product_id = p.id and c.visibled order by l."order", l.category_id limit 1) as category_id,
      (select coalesce(json_agg(json_build_object('path', m.path, 'alt', coalesce(${say(sql`m.alt`)}, '')) order by m."order", m.id), '[]')
        from product_image m where m.product_id = p.id) as images,
      (select coalesce(json_agg(json_build_object('key', o.key, 'label', ${say(sql`o.label`)}, 'values', (
          select coalesce(json_agg(json_build_object('code', v.code, 'label', ${say(sql`v.label`)}) order by v."order", v.id), '[]')
          from option_value v where v.product_option_id = o.id)) order by o."order", o.id), '[]')
        from product_option o where o.product_id = p.id) as options,
      (select json_agg(json_build_object('id', f.attribute_id, 'text', ${say(sql`f.text`)}, 'number', f.number, 'flag', f.flag,
          'values', array(select l.attribute_value_id from product_attribute_value l where l.product_attribute_id = f.id)))
        from product_attribute f where f.product_id = p.id) as facts,
      (select coalesce(json_agg(json_build_object('id', s.id, 'sku', s.sku, 'barcode', s.barcode, 'price', s.price_minor, 'special', ${specialSql},
          'pay', ${effectiveSql}, 'stock_notification', s.stock_notification, 'image', s.image, 'values', s.values, 'available', ${availableSql(kernel)}) order by s."order", s.id), '[]')
        from stock s where s.product_id = p.id and s.visibled) as stocks
      ${shownOnPage(kernel).column(ctx, 'p')}
    from product p where p.url = ${url} and ${shownSql}`
}

/** A cached product: rendered once, so that a request only adds data that depends on time and visitor. */
interface Written extends Pick<ProductRow, 'id' | 'category_id'> {
  view: Omit<ProductView, 'crumbs' | 'facts' | 'stocks' | 'price' | 'customer_discount' | 'related'>
  facts: readonly FactRow[]
  stocks: readonly WrittenStock[]
  /** Current price of the cheapest and the most expensive variant, and the former price of the cheapest. */
  range: PriceRange | null
}

interface WrittenStock {
  view: Omit<StockView, 'all_available_inventories' | keyof OwnPrices>
  /** Regular unit price to pay, and list price, in minor units. */
  pay: number
  price: number
  /** Availability without a tracked quantity: none, or unlimited. */
  uncounted: 0 | null
}

const put = (ctx: Ctx, { category_id, facts, stocks, shown, ...row }: ProductRow): Written => ({
  id: row.id,
  category_id,
  view: {
    ...row,
    images: withVariants(row.images, stocks, row.options),
    description: row.description ?? '',
    short_description: row.short_description ?? '',
    meta_title: row.meta_title ?? '',
    meta_description: row.meta_description ?? '',
    ...shownOnPage(ctx.kernel).values(ctx, shown),
  },
  facts: facts ?? [],
  stocks: stocks.map((stock) => ({
    view: toStock(stock, row.options),
    pay: stock.pay,
    price: stock.price,
    uncounted: row.track_inventories ? 0 : null,
  })),
  range: getRange(stocks),
})

function getRange(stocks: readonly StockRow[]): PriceRange | null {
  const cheapest = stocks.length > 0 ? stocks.reduce((a, b) => (b.pay < a.pay ? b : a)) : undefined
  if (!cheapest) return null
  const was = cheapest.special !== null && cheapest.special < cheapest.price ? cheapest.price : null
  return priceRange(cheapest.pay, Math.max(...stocks.map((s) => s.pay)), was)
}

/** Available units by stock item id. */
type Counts = ReadonlyMap<number, number | null>

const getCounts = (rows: readonly { id: number; available: number | null }[]): Counts => new Map(rows.map((row) => [row.id, row.available]))

interface Found {
  product: Written
  /** Quantities that came with a fresh read of the product. */
  counts?: Counts
}

/** A product in one statement, cached until staff change it; undefined if there is none. */
async function findProduct(ctx: Ctx, url: string): Promise<Found | undefined> {
  const depends = ['product', 'brand', 'category', 'attribute', 'setting', ...shownOnPage(ctx.kernel).depends]
  let counts: Counts | undefined
  const reading = ctx.kernel.cache.get(`product ${ctx.language} ${url}`, depends, 30_000, async () => {
    const row = await ctx.kernel.db.one<ProductRow>(byUrl(ctx, url))
    // Thrown, so that unknown paths are not cached: their number is unlimited.
    if (!row) throw new AppError(NOT_FOUND)
    counts = getCounts(row.stocks)
    return put(ctx, row)
  })
  const product = await ignoreNotFound(reading)
  return product && { product, ...(counts ? { counts } : {}) }
}

/** Available units by stock item. Never cached, since every order changes them. */
const countGoods = async (ctx: Ctx, id: number): Promise<Counts> =>
  getCounts(await ctx.kernel.db.rows<{ id: number; available: number | null }>(getAvailable(ctx, id)))

const noCounts: Counts = new Map()
const noOwn: ReadonlyMap<number, OwnPrices> = new Map()

/** A public product with its page; undefined if there is none. */
export async function readProduct(ctx: Ctx, url: string): Promise<ProductView | undefined> {
  const found = await findProduct(ctx, url)
  if (!found) return undefined
  const { product } = found
  const prices = getAllowed(ctx).price
  const counted = isCounted(ctx.kernel)
  const [nodes, related, attributes, available, ownPrices, discount] = await Promise.all([
    categoryNodes(ctx),
    relatedTo(ctx, product, prices),
    listAttributes(ctx),
    counted ? (found.counts ?? countGoods(ctx, product.id)) : noCounts,
    prices ? toOwnPriceViews(ctx, product.stocks) : noOwn,
    prices ? findCustomerDiscount(ctx, customerIn(ctx)) : null,
  ])
  const stocks = product.stocks.map(({ view, uncounted }) => {
    const all_available_inventories = available.get(view.id) ?? (counted ? uncounted : null)
    const visibleView = prices ? view : { ...view, price: null, special_price: null }
    return { ...visibleView, all_available_inventories, ...ownPrices.get(view.id) }
  })
  return {
    ...product.view,
    crumbs: getBreadcrumbs(nodes, product.category_id ?? undefined),
    facts: getFacts(ctx, attributes, product.facts),
    stocks,
    price: prices ? (ownPrices.size > 0 ? visitorRange(ctx, product.stocks, ownPrices) : product.range) : null,
    ...(discount ? { customer_discount: discount } : {}),
    related,
  }
}

/** The attributes on the product page, in order. */
function getFacts(ctx: Ctx, attributes: readonly AttributeView[], facts: readonly FactRow[]): ProductView['facts'] {
  return attributes.flatMap(({ id, key, label, input, position, values }) => {
    const fact = facts.find((f) => f.id === id)
    if (!fact || !position.includes('product')) return []
    const text =
      input === 'bool'
        ? ctx.kernel.i18n.t(ctx.language, fact.flag ? 'core:word.yes' : 'core:word.no')
        : input === 'number'
          ? String(fact.number ?? '')
          : input === 'text'
            ? (fact.text ?? '')
            : values
                .filter((v) => fact.values.includes(v.id))
                .map((v) => v.label)
                .join(ctx.language === 'en-US' ? ', ' : '、')
    return text === '' ? [] : [{ key, label, text }]
  })
}

function toStock(s: StockRow, options: readonly OptionView[]): WrittenStock['view'] {
  const labels = Object.fromEntries(
    Object.entries(s.values).map(([key, code]) => [
      `display_${key}` as const,
      options.find((o) => o.key === key)?.values.find((v) => v.code === code)?.label ?? code,
    ]),
  )
  return {
    id: s.id,
    sku: s.sku,
    barcode: s.barcode,
    price: formatMoney(s.price),
    special_price: s.special !== null && s.special < s.price ? formatMoney(s.special) : null,
    stock_notification: s.stock_notification,
    image: s.image,
    visibled: true,
    values: s.values,
    ...labels,
  }
}

/** The product's images, followed by images that only variants have: each once, described by its first variant. */
function withVariants(images: readonly PictureView[], stocks: readonly StockRow[], options: readonly OptionView[]): PictureView[] {
  const all = new Map(images.map((image) => [image.path, image]))
  for (const stock of stocks)
    if (stock.image !== null && !all.has(stock.image))
      all.set(stock.image, {
        path: stock.image,
        alt: options.flatMap(({ key, values }) => values.find(({ code }) => code === stock.values[key])?.label ?? []).join(', '),
      })
  return [...all.values()]
}

const relatedCount = 4

const getNewest = prepareKernelStatement('product.newest', (kernel, ctx, category: number) =>
  cardsSql(
    kernel,
    ctx,
    sql`select l.product_id as id, -l.product_id as place from product_category l join product_shelf x on x.product_id = l.product_id
      where l.category_id = ${category} and x.shown order by l.product_id desc limit ${relatedCount + 1}`,
  ),
)

/** Newest other products of the same category. Cached for a minute per category. */
async function relatedTo(ctx: Ctx, row: Pick<Written, 'id' | 'category_id'>, prices: boolean): Promise<ProductCard[]> {
  if (row.category_id === null) return []
  const depends = ['product', 'category', 'setting', ...shownOnCards(ctx.kernel).depends]
  const newest = await ctx.kernel.cache.get(`newest ${row.category_id} ${ctx.language} ${prices}`, depends, 60_000, () =>
    publicCards(ctx, getNewest(ctx, row.category_id ?? 0)),
  )
  return withOwnPrices(ctx, newest.filter((card) => card.id !== row.id).slice(0, relatedCount))
}
