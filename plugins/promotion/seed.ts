import type { Ctx, Locale, Seed } from 'stoa'
import { coupon } from './resources/coupon.ts'
import { promotion } from './resources/promotion.ts'

const say = (en: string, hk: string, cn: string): Partial<Record<Locale, string>> => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })

/** Sample data: an automatic promotion and one with codes. In a new shop the automatic one stays a draft. */
export const seedOffers: Seed = async (ctx, set) => {
  const { year } = ctx
  if (year) year.at(year.on(0, 9), (then) => make(then, true))
  else if (set !== 'small' && !(await ctx.kernel.resources.findBy(ctx, coupon, 'code', 'WELCOME10'))) await make(ctx, false)
}

async function make(ctx: Ctx, forAll: boolean): Promise<void> {
  const { resources } = ctx.kernel
  const rule = async (fields: object, publish = true): Promise<number> => {
    const { id } = await resources.create(ctx, promotion, fields)
    if (publish) await resources.transition(ctx, promotion, id, 'publish')
    return id
  }
  await rule(
    {
      title: say('HK$30 off from HK$600', '滿 $600 減 $30', '满 $600 减 $30'),
      conditions: [[{ type: 'min_subtotal', value: { amount: '600.00' } }]],
      actions: [{ type: 'amount_order', value: { amount: '30.00' } }],
    },
    forAll,
  )
  const welcome = await rule({
    title: say('Welcome', '迎新優惠', '迎新优惠'),
    trigger: 'code',
    usage_per_customer: 1,
    actions: [{ type: 'percent_order', value: { percent: '10' } }],
  })
  for (const code of ['WELCOME10', 'FAIR2026']) await resources.create(ctx, coupon, { promotion_id: welcome, code })
}
