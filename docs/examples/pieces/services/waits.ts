import { type Ctx, type Kernel, extensionPoint, provide, sql, token } from 'stoa'

/** How long repairs take. */
export interface Waits {
  /** Days a device brought today is likely to stay. */
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

/** Says in a few words what else a repair may need. */
export type Advice = (ctx: Ctx, repairId: number) => Promise<string | null>

/** Under `points` in `plugin.ts`; others give `offer(ADVICE, 'battery', ({ kernel }) => batteryAdvice(kernel))` under `offers`. */
export const ADVICE = extensionPoint<Advice>('repair/advice', { description: 'what else a repair may need, by kind of device' })
