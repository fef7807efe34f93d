import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  payments: { summary: 'Rehearse taking money', group: 'Operate', load: () => import('./payments.ts') },
}
