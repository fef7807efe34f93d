import type { Seed } from '#core'

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

/** Ways to receive goods in the demo shop. */
export const seedShipping: Seed = async (ctx) => {
  for (const input of methods) {
    if (!(await ctx.kernel.resources.findBy(ctx, 'shipping_method', 'code', input.code)))
      await ctx.kernel.resources.create(ctx, 'shipping_method', input)
  }
}
