import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  import: { summary: 'Create and change rows from a sheet', group: 'Data', load: () => import('./import.ts') },
  export: { summary: 'Write rows of a resource to a sheet', group: 'Data', load: () => import('./export.ts') },
  resource: { summary: 'See what can be imported and exported', group: 'Data', load: () => import('./resource.ts') },
}
