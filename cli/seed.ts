import type { Ctx } from '../core/context.ts'

/** Runs every plugin's seed in boot order. Seeds skip existing data, so running them again adds nothing. */
export async function seed(ctx: Ctx, set: 'small' | 'demo' | 'year', done: (plugin: string) => void = () => {}): Promise<void> {
  for (const plugin of ctx.kernel.registry.plugins) {
    if (!plugin.seed) continue
    await plugin.seed(ctx, set)
    done(plugin.id)
  }
}
