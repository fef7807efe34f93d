import type { CliCommand } from 'stoa'

/** Commands this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  why: { summary: 'Explain why an account may or may not do something', group: 'Access', load: () => import('./why.ts') },
}
