import type { CliCommand } from 'stoa'

/** Commands this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  runs: { summary: 'List, stop and resume background jobs', group: 'Operate', load: () => import('./runs.ts') },
}
