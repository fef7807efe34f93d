import type { Seed } from 'stoa'

const methods = [
  {
    code: 'courier',
    kind: 'flat',
    order: 10,
    price: '40.00',
    free_from: '500.00',
    lead_days_min: 1,
    lead_days_max: 2,
    title: { 'en-US': 'Courier', 'zh-HK': '速遞', 'zh-CN': '快递' },
    description: { 'en-US': 'To your door, on working days', 'zh-HK': '工作天送貨上門', 'zh-CN': '工作日送货上门' },
  },
  {
    code: 'collect',
    kind: 'pickup_store',
    order: 20,
    price: '0.00',
    title: { 'en-US': 'Collect in our shop', 'zh-HK': '門市自取', 'zh-CN': '门店自提' },
    description: { 'en-US': 'We tell you when it is ready', 'zh-HK': '準備好後會通知你', 'zh-CN': '备妥后会通知您' },
  },
]

/** Carriers of the sample year. */
const carriers = [
  { code: 'sf', name: 'SF Express 順豐', tracking_url: 'https://sf.example/track/{number}', phone: '2730 0273' },
  { code: 'post', name: 'Local Courier 本地郵遞', tracking_url: 'https://post.example/{number}', phone: '2921 2222' },
]
const lockers = [
  { code: 'H852A', name: '旺角智能櫃', area: '九龍', address: '旺角洗衣街 39 號', hours: '24' },
  { code: 'H852B', name: 'Kennedy Town locker', area: '香港島', address: "88 Belcher's Street", hours: '24' },
]

/** Sample delivery methods. */
export const seedShipping: Seed = async (ctx, set) => {
  for (const input of methods) {
    if (!(await ctx.kernel.resources.findBy(ctx, 'shipping_method', 'code', input.code)))
      await ctx.kernel.resources.create(ctx, 'shipping_method', input)
  }
  if (set !== 'year') return
  const { resources } = ctx.kernel
  for (const input of carriers)
    if (!(await resources.findBy(ctx, 'carrier', 'code', input.code))) await resources.create(ctx, 'carrier', input)
  const first = await resources.findBy(ctx, 'carrier', 'code', 'sf')
  for (const input of lockers)
    if (!(await resources.findBy(ctx, 'pickup_point', 'code', input.code)))
      await resources.create(ctx, 'pickup_point', { ...input, carrier_id: first?.id })
  if (!(await resources.findBy(ctx, 'shipping_zone', 'name', '澳門 Macau')))
    await resources.create(ctx, 'shipping_zone', { name: '澳門 Macau', country: 'MAC', areas: [] })
}
