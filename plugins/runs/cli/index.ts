import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  runs: { summary: 'See, stop and resume long work', group: 'Operate', load: () => import('./runs.ts') },
}
