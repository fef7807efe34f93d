import type { CliCommand } from 'stoa'

/** CLI commands of this plugin. */
export const commands: Record<string, CliCommand> = {
  products: { summary: 'Rebuild the product search index', group: 'Operate', load: () => import('./products.ts') },
}
