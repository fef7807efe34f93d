import type { Ctx, Row } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { stockPrice } from './resources/stock-price.ts'

const names = {
  many: { 'en-US': 'Six or more', 'zh-HK': '六件起', 'zh-CN': '六件起' },
  season: { 'en-US': 'Season’s price', 'zh-HK': '時令價', 'zh-CN': '时令价' },
  group: { 'en-US': 'Price for regulars', 'zh-HK': '常客價', 'zh-CN': '常客价' },
}

const DAY = 86_400_000

/** A percentage of a price, as a decimal string. */
const part = (price: unknown, hundredths: number): string => ((Math.round(Number(price) * 100) * hundredths) / 10_000).toFixed(2)

/** Prices of the sample year: by quantity, for a current and a future season, and for a group if there is one. */
export function planPrices(year: YearPlan, skus: readonly string[]): void {
  const days = (after: number) => new Date(year.until.getTime() + after * DAY).toISOString()
  year.at(year.on(0, 9), async (ctx: Ctx) => {
    const { resources, registry } = ctx.kernel
    const [first, second, third] = await Promise.all(skus.slice(0, 3).map((sku) => findStocks(ctx, sku)))
    for (const { id, price } of first ?? [])
      await resources.create(ctx, stockPrice, { stock_id: id, price: part(price, 90), min_quantity: 6, title: names.many })
    for (const { id, price } of second ?? []) {
      const season = { stock_id: id, price: part(price, 85), title: names.season }
      await resources.create(ctx, stockPrice, { ...season, starts_at: days(-10), ends_at: days(10) })
      await resources.create(ctx, stockPrice, { ...season, starts_at: days(60) })
    }
    const [group] = registry.resources.has('customer_group')
      ? (await resources.list(ctx, 'customer_group', { limit: '1', sort: 'id' })).data
      : []
    for (const { id, price } of group ? (third ?? []) : [])
      await resources.create(ctx, stockPrice, { stock_id: id, price: part(price, 80), customer_group_id: group?.id, title: names.group })
  })
}

async function findStocks(ctx: Ctx, sku: string): Promise<Row[]> {
  const found = await ctx.kernel.resources.findBy(ctx, 'product', 'sku', sku)
  return found ? ((await ctx.kernel.resources.get(ctx, 'product', found.id, ctx.mainLanguage)).stocks as Row[]) : []
}
