import { type Visit, visit as anyVisit } from '../../../tests/support/render-store.tsx'
import shell from '../../../ui-store/src/i18n/en-US.json' with { type: 'json' }
import type { ProductCard, ProductList, ProductView, ShopConfig, StockView } from '../api-types.ts'
import texts from '../store/locales/en-US.json' with { type: 'json' }

export const config = (rules: Partial<ShopConfig['config']> = {}): ShopConfig => ({
  config: { catalog_mode: 0, member_only: 0, guest_checkout: 1, login_via_phone: 1, login_validate_email: 0, ...rules },
  product: {},
  warehouse_enabled: 1,
})

/** Creates a storefront visit to the catalogue pages. */
export const visit = ({ rules = {}, frame = {}, ...more }: Partial<Visit> & { rules?: Partial<ShopConfig['config']> } = {}) =>
  anyVisit({ texts: { shell, catalogue: texts }, frame: { config: config(rules), categories: [], ...frame }, ...more })

export const card = (id: number, more: Partial<ProductCard> = {}): ProductCard => ({
  id,
  name: `Pot ${id}`,
  url: `pot-${id}`,
  type: 'general',
  image: null,
  image_alt: '',
  brand: null,
  price: { from: '10.00', to: '10.00', was: null },
  is_new: false,
  is_featured: false,
  is_hot: false,
  in_stock: true,
  ...more,
})

export const list = (data: ProductCard[], more: Partial<ProductList> = {}): ProductList => ({
  data,
  total: data.length,
  page: 1,
  limit: 20,
  ...more,
})

export const stock = (id: number, more: Partial<StockView> = {}): StockView => ({
  id,
  sku: `S${id}`,
  barcode: null,
  price: '100.00',
  special_price: null,
  all_available_inventories: 9,
  stock_notification: 2,
  visibled: true,
  image: null,
  values: {},
  ...more,
})

export const product = (more: Partial<ProductView> = {}): ProductView => ({
  id: 1,
  sku: 'POT',
  name: 'Pot',
  url: 'pot',
  type: 'general',
  description: '',
  short_description: '',
  meta_title: '',
  meta_description: '',
  is_new: false,
  is_featured: false,
  is_hot: false,
  by_application: false,
  track_inventories: true,
  brand: null,
  crumbs: [],
  images: [],
  options: [],
  facts: [],
  stocks: [stock(1)],
  price: { from: '100.00', to: '100.00', was: null },
  related: [],
  updated_at: '2026-11-27T00:00:00Z',
  ...more,
})
