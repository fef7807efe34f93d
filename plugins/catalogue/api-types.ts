import { type Shape, t } from 'stoa'

/** Responses of the store API. Pages import only the types. Amounts are decimal strings in the base currency. */

const range = {
  from: t.money('Lowest price of the visible variants.'),
  to: t.money('Highest price of the visible variants; equals `from` when all cost the same.'),
  was: t.maybe(t.money('Regular price of the cheapest variant when it is on special, else null.')),
}

/** A price of `null` is hidden from this visitor (members-only shop). */
export const PriceRange = t.object({
  ...range,
  /**
   * The same for each currency in which a stock item has its own price for this visitor. Other currencies are
   * converted from the base currency.
   */
  currencies: t.optional(t.list(t.object({ currency: t.text(), ...range }))),
})
export type PriceRange = Shape<typeof PriceRange>

const type = t.pick(['general', 'service', 'booking', 'virtual'])

/** A product in lists, without extension fields. `image` is a path below /files/. */
export const productCard = t.object({
  id: t.id(),
  name: t.text(),
  url: t.text(),
  type,
  image: t.maybe(t.text()),
  image_alt: t.text(),
  brand: t.maybe(t.text()),
  price: t.maybe(PriceRange),
  is_new: t.flag(),
  is_featured: t.flag(),
  is_hot: t.flag(),
  in_stock: t.flag(),
})
export const ProductCard = t.view(productCard, 'product', 'card')
export type ProductCard = Shape<typeof ProductCard>

const node = { id: t.id(), title: t.text(), url: t.text(), image: t.maybe(t.text()) }

/** Response of `GET /api/category?language=`: the visible category tree. */
export interface CategoryNode {
  id: number
  title: string
  url: string
  image: string | null
  children: CategoryNode[]
}
/** A node has child nodes of the same type, down to the leaves. */
export const CategoryNode = t.open<CategoryNode>(t.object({ ...node, children: t.list(t.record(t.any())) }))

export const Crumb = t.object({ title: t.text(), url: t.text() })
export type Crumb = Shape<typeof Crumb>

/** A filter of a list. `key` is the query parameter; `label` is null if the parameter has its own message. */
export const FacetView = t.object({
  key: t.text(),
  label: t.maybe(t.text()),
  /** A single checkbox instead of several values. */
  flag: t.optional(t.is(true)),
  values: t.list(
    t.object({
      value: t.text(),
      label: t.maybe(t.text()),
      count: t.int('Number of products with this value, ignoring the filter of its own facet.'),
      chosen: t.flag(),
      colour: t.optional(t.text()),
    }),
  ),
  from: t.optional(t.money('Lower end of a price range.')),
  to: t.optional(t.money('Upper end of a price range.')),
})
export type FacetView = Shape<typeof FacetView>

/** Response of the listing calls. */
export const ProductList = t.object({
  data: t.list(ProductCard),
  total: t.int('May be a lower bound; `more` is true then.'),
  more: t.optional(t.flag()),
  page: t.int(),
  limit: t.int(),
  /** Only with `facets: 1`. */
  facets: t.optional(t.list(FacetView)),
})
export type ProductList = Shape<typeof ProductList>

/** A tag that is in use. */
export const TagCount = t.object({ name: t.text(), count: t.int('Rows with the tag.') })
export type TagCount = Shape<typeof TagCount>

/** Response of `POST /api/product/suggest {keyword, language}`. */
export const Suggestions = t.object({
  categories: t.list(t.object({ id: t.id(), title: t.text(), url: t.text() })),
  products: t.list(ProductCard),
})
export type Suggestions = Shape<typeof Suggestions>

export type ProductSort = 'newest' | 'price' | '-price' | 'name' | 'best' | 'relevance'

/** A category with a page of its products, without extension fields. */
export const categoryPage = t.object({
  ...node,
  description: t.text(),
  meta_title: t.text(),
  meta_description: t.text(),
  crumbs: t.list(Crumb),
  children: t.list(CategoryNode),
  products: ProductList,
})
/** Response of `POST /api/category {url, language, page?, limit?, sort?, facets?}` and the filters. */
export const CategoryView = t.view(categoryPage, 'category', 'page')
export type CategoryView = Shape<typeof CategoryView>

/** Unit price for this visitor instead of the regular price, from a quantity on. */
export const OwnPriceView = t.object({
  min_quantity: t.int('Minimum quantity in one cart.'),
  price: t.money(),
  title: t.maybe(t.text('Name of the price.')),
})
export type OwnPriceView = Shape<typeof OwnPriceView>

const stock = {
  id: t.id(),
  sku: t.text(),
  barcode: t.maybe(t.text()),
  price: t.maybe(t.money()),
  special_price: t.maybe(t.money()),
  /** Prices for this visitor below the regular price, each lower than the one before. Absent if there are none. */
  own_prices: t.optional(t.list(OwnPriceView)),
  /** The same in currencies with their own prices: the exact amount to pay, without conversion. */
  currency_prices: t.optional(t.list(t.object({ currency: t.text(), prices: t.list(OwnPriceView) }))),
  all_available_inventories: t.maybe(t.int('Available quantity; null when inventory is not tracked.')),
  stock_notification: t.int('At or below this quantity the store shows "only N left".'),
  visibled: t.flag(),
  image: t.maybe(t.text('Its own picture, one of those of the product; null when it has none.')),
  values: t.record(t.text('Value code by option key.')),
}
const Stock = t.object(stock)

/** A variant for sale. `values` holds the option value code by option key; `display_<key>` its label. */
export type StockView = Shape<typeof Stock> & { [display: `display_${string}`]: string }
export const StockView = t.open<StockView>({ ...Stock, patternProperties: { '^display_': t.text() } })

export const OptionView = t.object({ key: t.text(), label: t.text(), values: t.list(t.object({ code: t.text(), label: t.text() })) })
export type OptionView = Shape<typeof OptionView>

export const PictureView = t.object({ path: t.text(), alt: t.text() })
export type PictureView = Shape<typeof PictureView>

/** A product page, without extension fields. */
export const productPage = t.object({
  id: t.id(),
  sku: t.text(),
  name: t.text(),
  url: t.text(),
  type,
  description: t.text(),
  short_description: t.text(),
  meta_title: t.text(),
  meta_description: t.text(),
  is_new: t.flag(),
  is_featured: t.flag(),
  is_hot: t.flag(),
  by_application: t.flag('A service that is requested with a form and cannot be added to a cart.'),
  track_inventories: t.flag(),
  brand: t.maybe(Crumb),
  crumbs: t.list(Crumb),
  images: t.list(PictureView),
  options: t.list(OptionView),
  /** Attributes shown on the product page, as text. */
  facts: t.list(t.object({ key: t.text(), label: t.text(), text: t.text() })),
  stocks: t.list(StockView),
  price: t.maybe(PriceRange),
  /** Discount on everything this customer buys, applied in the cart. */
  customer_discount: t.optional(t.object({ title: t.text(), percent: t.text() })),
  related: t.list(ProductCard),
  updated_at: t.dateTime(),
})
/** Response of `POST /api/product {url, language}`. */
export const ProductView = t.view(productPage, 'product', 'page')
export type ProductView = Shape<typeof ProductView>

/** A row of `GET /api/brand`. */
export interface BrandCard {
  id: number
  title: string
  url: string
  short_description: string
  image: string | null
}

/** `POST /api/brand {url, language}`: a brand in the store. */
export interface BrandView extends BrandCard, Pick<ProductView, 'fields'> {
  description: string
}

/** A row of `POST /api/attribute {position, language}`. */
export const AttributeView = t.object({
  id: t.id(),
  key: t.text(),
  kind: t.pick(['filter', 'spec', 'stock_option']),
  input: t.pick(['select', 'multi', 'text', 'number', 'bool']),
  position: t.list(t.text()),
  label: t.text(),
  values: t.list(t.object({ id: t.id(), code: t.text(), label: t.text(), colour: t.maybe(t.text()), image: t.maybe(t.text()) })),
})
export type AttributeView = Shape<typeof AttributeView>

const bit = t.pick([0, 1])

/** Response of `GET /api/config`: the shop's rules. Flags are the numbers 0 and 1; `login_via_phone` 0 means enabled. */
export const ShopConfig = t.object({
  config: t.object({ catalog_mode: bit, member_only: bit, guest_checkout: bit, login_via_phone: bit, login_validate_email: bit }),
  /** Always empty: API clients expect the member. */
  product: t.object({}),
  warehouse_enabled: bit,
})
export type ShopConfig = Shape<typeof ShopConfig>
