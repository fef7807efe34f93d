import type { Seed } from 'stoa'
import { store } from './resources/store.ts'

const week = [
  { days: [1, 2, 3, 4, 5], opens: '10:30', closes: '20:00' },
  { days: [6, 7], opens: '11:00', closes: '21:00' },
]

const stores = [
  {
    code: 'sheung_wan',
    order: 10,
    phone: '+85225400100',
    name: { 'en-US': 'Sheung Wan', 'zh-HK': '上環店', 'zh-CN': '上环店' },
    address: {
      'en-US': '18 Wing Lok Street, Sheung Wan, Hong Kong',
      'zh-HK': '香港上環永樂街 18 號',
      'zh-CN': '香港上环永乐街 18 号',
    },
    place: { text: '18 Wing Lok Street, Sheung Wan', latitude: 22.2871, longitude: 114.1502 },
    hours: week,
  },
]

/** The sample store, with the stock of the main warehouse and pickup. */
export const seedStores: Seed = async (ctx) => {
  const { kernel } = ctx
  const counted = kernel.registry.resources.has('warehouse')
  for (const input of stores) {
    if (await kernel.resources.findBy(ctx, store, 'code', input.code)) continue
    const place = async (code: string) => (counted ? (await kernel.resources.findBy(ctx, 'warehouse', 'code', code))?.id : undefined)
    const [home, pickup] = [await place('main'), await place('sheung_wan')]
    await kernel.resources.create(ctx, store, {
      ...input,
      ...(home ? { warehouse_id: home } : {}),
      ...(pickup ? { pickup_warehouse_id: pickup } : {}),
    })
  }
}
