import { type Shape, t } from '#core'

/** What the store's public calls of this plugin answer. Pages import the types alone. Amounts are decimal strings in base currency. */

/** What a product costs over the stocks people see. */
export const PriceRange = t.object({
  from: t.money('Lowest price to pay.'),
  to: t.money('Highest price to pay; equals `from` when all cost the same.'),
  was: t.maybe(t.money('Regular price of the cheapest stock when it is on special.')),
})
export type PriceRange = Shape<typeof PriceRange>

/** A product as lists show it. */
export const ProductCard = t.object({
  id: t.id(),
  name: t.text(),
  url: t.text(),
  type: t.pick(['general', 'service', 'booking', 'virtual']),
  image: t.maybe(t.text('A path below /files/.')),
  image_alt: t.text(),
  brand: t.maybe(t.text()),
  /** Null where the visitor may not see prices (members-only shop). */
  price: t.maybe(PriceRange),
  is_new: t.flag(),
  is_featured: t.flag(),
  is_hot: t.flag(),
  in_stock: t.flag(),
})
export type ProductCard = Shape<typeof ProductCard>

/** Answer of `GET /api/category?language=`: the visible tree. */
export interface CategoryNode {
  id: number
  title: string
  url: string
  image: string | null
  children: CategoryNode[]
}

export interface Crumb {
  title: string
  url: string
}

/** Answer of the listing calls. `total` may be a lower bound, then `more` is true. */
export interface ProductList {
  data: ProductCard[]
  total: number
  more?: boolean
  page: number
  limit: number
  /** Only when asked for with `facets: 1`. */
  facets?: FacetView[]
}

/** Something a list can be narrowed by. `key` is the word of the address; `label` is null where the word has a text of its own. */
export interface FacetView {
  key: string
  label: string | null
  /** One thing to tick instead of several values. */
  flag?: true
  /** How many products there are with each value, without regard to this facet's own filter. */
  values: { value: string; label: string | null; count: number; chosen: boolean; colour?: string }[]
  /** Ends of a range, for the price. */
  from?: string
  to?: string
}

export type ProductSort = 'newest' | 'price' | '-price' | 'name' | 'best' | 'relevance'

/** Answer of `POST /api/category {url, language, page?, limit?, sort?, facets?}` and the filters. */
export interface CategoryView {
  id: number
  title: string
  url: string
  description: string
  image: string | null
  meta_title: string
  meta_description: string
  crumbs: Crumb[]
  children: CategoryNode[]
  products: ProductList
}

/** A sellable variant. `values` holds the option value code per option key; `display_<key>` its label. */
export interface StockView {
  id: number
  sku: string
  barcode: string | null
  price: string | null
  special_price: string | null
  /** What can be bought now; null when the product does not track inventories. */
  available_inventories: number | null
  /** At or below this number the store says "only N left". */
  stock_notification: number
  visibled: boolean
  values: Record<string, string>
  [display: `display_${string}`]: string
}

export interface OptionView {
  key: string
  label: string
  values: { code: string; label: string }[]
}

export interface PictureView {
  path: string
  alt: string
  stock_id: number | null
}

/** Answer of `POST /api/product {url, language}`. */
export interface ProductView {
  id: number
  sku: string
  name: string
  url: string
  type: ProductCard['type']
  description: string
  short_description: string
  meta_title: string
  meta_description: string
  is_new: boolean
  is_featured: boolean
  is_hot: boolean
  track_inventories: boolean
  brand: { title: string; url: string } | null
  crumbs: Crumb[]
  images: PictureView[]
  options: OptionView[]
  /** What the product is in respects that show on its page, in words. */
  facts: { key: string; label: string; text: string }[]
  stocks: StockView[]
  price: PriceRange | null
  related: ProductCard[]
  updated_at: string
}

/** `POST /api/product/search {language, keyword, page?, limit?}` answers a ProductList; `GET /api/product?language=&flag=new|featured|hot&limit=` too. */
export interface BrandView {
  id: number
  title: string
  url: string
  short_description: string
  description: string
  image: string | null
}

/** One row of `POST /api/attribute {position, language}`. */
export interface AttributeView {
  id: number
  key: string
  kind: 'filter' | 'spec' | 'stock_option'
  input: 'select' | 'multi' | 'text' | 'number' | 'bool'
  position: string[]
  label: string
  values: { id: number; code: string; label: string; colour: string | null; image: string | null }[]
}

/** Answer of `GET /api/config`: the shop's rules. Flags keep the numbers 0 and 1; `login_via_phone` 0 means on. */
export interface ShopConfig {
  config: {
    catalog_mode: 0 | 1
    member_only: 0 | 1
    guest_checkout: 0 | 1
    login_via_phone: 0 | 1
    login_validate_email: 0 | 1
  }
  product: Record<string, unknown>
  warehouse_enabled: 0 | 1
}
