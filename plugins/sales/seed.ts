import type { Seed } from '#core'

const methods = [
  {
    code: 'courier',
    order: 10,
    price: '40.00',
    free_from: '500.00',
    title: { 'en-US': 'Courier', 'zh-HK': '速遞', 'zh-CN': '快递' },
    description: { 'en-US': 'One to two working days', 'zh-HK': '一至兩個工作天', 'zh-CN': '一至两个工作日' },
  },
  {
    code: 'collect',
    order: 20,
    price: '0.00',
    title: { 'en-US': 'Collect in Sheung Wan', 'zh-HK': '上環店自取', 'zh-CN': '上环店自提' },
    description: { 'en-US': 'Ready in two hours', 'zh-HK': '兩小時後可取', 'zh-CN': '两小时后可取' },
  },
]

/** Ways to receive goods in the demo shop. */
export const seedSales: Seed = async (ctx) => {
  for (const input of methods) {
    if (!(await ctx.kernel.resources.findBy(ctx, 'shipping_method', 'code', input.code)))
      await ctx.kernel.resources.create(ctx, 'shipping_method', input)
  }
}
