import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  products: { summary: 'Rebuild the product search index', group: 'Operate', load: () => import('./products.ts') },
}
