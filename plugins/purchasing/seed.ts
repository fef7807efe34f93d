import { type Seed, sql } from 'stoa'
import { listStocks } from 'stoa/plugins/catalogue'
import { planBuying } from './seed-year.ts'

const suppliers = [
  {
    code: 'WLT',
    name: '西湖茶業 West Lake Tea',
    contact_name: 'Ms Ye',
    email: 'orders@westlake.example',
    address: '杭州市西湖區龍井路 88 號',
    currency: 'CNY',
    paper_language: 'zh-CN',
    lead_time_days: 14,
    share: 0.4,
    skus: ['LJ', 'BLC', 'JAS'],
  },
  {
    code: 'HKP',
    name: 'Harbour Pottery',
    contact_name: 'Mr Lam',
    email: 'hello@harbourpottery.example',
    address: '12 Tung Street, Sheung Wan',
    currency: 'HKD',
    paper_language: 'en-US',
    lead_time_days: 5,
    share: 0.5,
    skus: [],
  },
] as const

/** A third supplier for the sample year, with all remaining stocks, so that everything can be reordered. */
const third = {
  code: 'NTG',
  name: '新界茶行 New Territories Trading',
  contact_name: '馮小姐',
  email: 'sales@nttrading.example',
  address: '荃灣沙咀道 22 號',
  currency: 'HKD',
  paper_language: 'zh-HK',
  lead_time_days: 7,
  share: 0.55,
} as const

const named = suppliers.flatMap(({ skus }) => skus)
const matchesProduct = (sku: string, products: readonly string[]) => products.some((product) => sku.startsWith(`${product}-`))

/** Sample suppliers; they sell the products of the shop. */
export const seedPurchasing: Seed = async (ctx, set) => {
  const { kernel } = ctx
  const allStocks = await listStocks(kernel.db)
  for (const { skus, share, ...input } of suppliers) {
    if (await kernel.resources.findBy(ctx, 'supplier', 'code', input.code)) continue
    const stocks =
      skus.length > 0
        ? allStocks.filter(({ sku }) => matchesProduct(sku, skus))
        : allStocks.filter(({ sku }) => !matchesProduct(sku, named)).slice(0, 20)
    await kernel.resources.create(ctx, 'supplier', {
      ...input,
      stocks: stocks.map(({ id, sku, price }) => ({
        stock_id: id,
        supplier_sku: `${input.code}-${sku}`,
        cost: (Math.round((price * share) / 100) || 1).toFixed(2),
        min_qty: 10,
      })),
    })
  }
  if (set !== 'year' || !ctx.year) return
  const { share, ...input } = third
  if (!(await kernel.resources.findBy(ctx, 'supplier', 'code', input.code))) {
    const sold = await kernel.db.rows<{ id: number }>(sql`select distinct stock_id as id from supplier_stock`)
    const suppliedIds = new Set(sold.map((s) => s.id))
    const rest = allStocks.filter((s) => !suppliedIds.has(s.id))
    const cost = (price: number) => (Math.round((price * share) / 100) || 1).toFixed(2)
    const stocks = rest.map(({ id, sku, price }) => ({ stock_id: id, supplier_sku: sku, cost: cost(price), min_qty: 5 }))
    await kernel.resources.create(ctx, 'supplier', { ...input, stocks })
  }
  planBuying(ctx.year)
}
