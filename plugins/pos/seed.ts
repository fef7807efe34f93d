import { type Seed } from '#core'
import { store } from '../stores/index.ts'
import { register } from './resources/register.ts'

/** Two counters of the demo shop's store. */
export const seedCounters: Seed = async (ctx) => {
  const { resources } = ctx.kernel
  const home = await resources.findBy(ctx, store, 'code', 'sheung_wan')
  if (!home) return
  for (const [code, name] of [
    ['k1', 'Counter 1'],
    ['k2', 'Counter 2'],
  ] as const)
    if (!(await resources.findBy(ctx, register, 'code', code))) await resources.create(ctx, register, { code, name, store_id: home.id })
}
