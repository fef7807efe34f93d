import type { Locale, Seed } from '#core'
import { membership } from './resources/membership.ts'

const say = (en: string, hk: string, cn: string): Partial<Record<Locale, string>> => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })

const tiers = [
  { level: 1, title: say('Green leaf', '綠葉', '绿叶'), colour: '#2f7d4f' },
  {
    level: 2,
    title: say('Oolong', '烏龍', '乌龙'),
    colour: '#b07a2a',
    threshold: '2000',
    earn_multiplier: '1.5',
    valid_months: 12,
    birthday_points: 100,
  },
]

/** The tiers of the shop of the year. */
export const seedTiers: Seed = async ({ year }) => {
  year?.at(year.on(0, 9), async (ctx) => {
    for (const tier of tiers)
      if (!(await ctx.kernel.resources.findBy(ctx, membership, 'level', tier.level)))
        await ctx.kernel.resources.create(ctx, membership, tier)
  })
}
