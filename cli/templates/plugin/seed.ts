import type { Ctx, Seed } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { sampleItem } from './resources/sample-item.ts'

/** Sample data: in the demo shop at once, in the sample year on its first morning. */
export const seed: Seed = async (ctx) => (ctx.year ? plan(ctx.year) : example(ctx))

const plan = (year: YearPlan) => year.at(year.on(0, 9), example)

async function example(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  if (await resources.findBy(ctx, sampleItem, 'url', 'example')) return
  await resources.create(ctx, sampleItem, { title: { 'en-US': 'An example' }, url: 'example' })
}
