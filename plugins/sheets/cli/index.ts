import type { CliCommand } from 'stoa'

/** Commands this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  import: { summary: 'Import rows of a resource from a spreadsheet', group: 'Data', load: () => import('./import.ts') },
  export: { summary: 'Export rows of a resource to a spreadsheet', group: 'Data', load: () => import('./export.ts') },
  resource: { summary: 'List what can be imported and exported', group: 'Data', load: () => import('./resource.ts') },
}
