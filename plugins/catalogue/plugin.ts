import { scheduleJob, COMMANDS, definePlugin, handleJob, contribute, contributeAll, provide, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { RUN_KINDS } from 'stoa/plugins/runs'
import { checks } from './checks.ts'
import { commands } from './cli/index.ts'
import { attribute } from './resources/attribute.ts'
import { attributeValue } from './resources/attribute-value.ts'
import { brand } from './resources/brand.ts'
import { category } from './resources/category.ts'
import { optionValue, productImage, productOption } from './resources/option.ts'
import { product } from './resources/product.ts'
import { productAttribute } from './resources/product-attribute.ts'
import { stock } from './resources/stock.ts'
import { stockPrice } from './resources/stock-price.ts'
import { rebuildRoutes } from './routes/rebuild-index.ts'
import { storeRoutes } from './routes/store.ts'
import { tagRoutes } from './routes/tag.ts'
import { seedCatalogue } from './seed.ts'
import { PRODUCT_SEARCHES } from './services/lists/product-search.ts'
import { REBUILD } from './services/lists/rebuild-index.ts'
import { REINDEX, reindex } from './services/lists/reindex.ts'
import { PURCHASE_HISTORY } from './services/lists/purchase-history.ts'
import { PRICE_GROUPS } from './services/price/price-groups.ts'
import { reprice } from './services/price/reprice.ts'
import { SHOWCASE, showcase } from './services/read/showcase.ts'
import { shop } from './settings.ts'

const all = (resource: string) =>
  ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

export default definePlugin({
  id: 'catalogue',
  requires: ['currency'],
  after: ['runs', 'people'],
  settings: [shop],
  resources: [
    product,
    productOption,
    optionValue,
    productImage,
    stock,
    stockPrice,
    brand,
    category,
    attribute,
    attributeValue,
    productAttribute,
  ],
  presets: {
    'catalogue.viewer': ['get product', 'get stock', 'get stock price', 'get brand', 'get category', 'get attribute'],
    'catalogue.editor': [
      'catalogue.viewer',
      ...all('product'),
      ...all('stock price'),
      ...all('brand'),
      ...all('category'),
      ...all('attribute'),
      'create upload',
    ],
    'catalogue.manager': ['catalogue.editor'],
  },
  extensionPoints: [PURCHASE_HISTORY, PRICE_GROUPS, PRODUCT_SEARCHES],
  services: (container) => {
    provide(container, SHOWCASE, () => showcase)
  },
  contributions: [
    ...contributeAll(COMMANDS, commands),
    contribute(RUN_KINDS, REBUILD.name, REBUILD),
    contribute(PERSONAL_DATA, 'catalogue', { tables: { stock_price: 'prices for customer groups, not for single customers' } }),
  ],
  adminRoutes: ({ registry }) => [...tagRoutes, ...(registry.extensionPoints.has(RUN_KINDS.name) ? rebuildRoutes : [])],
  storeRoutes,
  jobs: [handleJob(REINDEX, reindex), scheduleJob('catalogue/reprice', '* * * * *', reprice)],
  checks,
  seed: seedCatalogue,
  admin: {
    sections: [{ id: 'catalogue', order: 30, icon: 'tag' }],
    menu: [
      { section: 'catalogue', resource: 'product', icon: 'box', order: 10 },
      { section: 'catalogue', resource: 'stock_price', icon: 'calendar', order: 17, under: 'product' },
      { section: 'catalogue', resource: 'category', icon: 'tree', order: 20 },
      { section: 'catalogue', resource: 'brand', icon: 'tag', order: 30 },
      { section: 'catalogue', resource: 'attribute', icon: 'filter-list', order: 40 },
    ],
    slots: [
      { at: 'settings.shop.end', screen: 'catalogue/rebuild', needs: 'update product' },
      { at: 'product.form.side', screen: 'catalogue/special-prices', needs: 'get stock price', order: 50 },
      { at: 'product.form.head', screen: 'catalogue/shop-link', needs: 'get product' },
      { at: 'category.form.head', screen: 'catalogue/shop-link', needs: 'get category' },
      { at: 'brand.form.head', screen: 'catalogue/shop-link', needs: 'get brand' },
    ],
    tasks: [
      {
        id: 'product',
        order: 50,
        to: 'product/create',
        needs: 'create product',
        done: sql`exists (select 1 from product where deleted_at is null)`,
        required: true,
      },
    ],
  },
  store: {
    screens: [
      { path: '/brand', screen: 'catalogue/brands' },
      { path: '/brand/$url', screen: 'catalogue/brand' },
      { path: '/category/$url', screen: 'catalogue/category' },
      { path: '/product/$url', screen: 'catalogue/product' },
      { path: '/search/$keyword', screen: 'catalogue/search', crawl: false },
    ],
    slots: [{ at: 'home.main', screen: 'catalogue/home' }],
  },
})
