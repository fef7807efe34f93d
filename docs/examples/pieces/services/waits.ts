import { type Ctx, type Kernel, extensionPoint, provide, sql, token } from 'stoa'

/** Estimates how long repairs take. */
export interface Waits {
  /** Expected days until a device received today is repaired. */
  days(): Promise<number>
}

export const WAITS = token<Waits>('repair/waits')

const waits = (kernel: Kernel): Waits => ({
  days: async () => {
    const row = await kernel.db.one<{ days: number }>(sql`
      select ceil(count(*) / 5.0)::int as days from repair where status = 'pending'`)
    return row?.days ?? 0
  },
})

/** Under `services` in `plugin.ts`. */
export const services = (container: Parameters<typeof provide>[0], kernel: Kernel): void => {
  provide(container, WAITS, () => waits(kernel))
}

/** Suggests further work for a repair, in one sentence. */
export type Advice = (ctx: Ctx, repairId: number) => Promise<string | null>

/** Under `extensionPoints` in `plugin.ts`; others list `contribute(ADVICE, 'battery', ({ kernel }) => batteryAdvice(kernel))`. */
export const ADVICE = extensionPoint<Advice>('repair/advice', { description: 'suggestions for further work, by kind of device' })
