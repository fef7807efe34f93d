import type { CliCommand, CliPart } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  broadcast: { summary: 'Process bounces of broadcasts', group: 'Operate', load: () => import('./broadcast.ts') },
}

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  broadcast: { summary: 'Kill processes while a broadcast is sent', load: () => import('./prove.ts') },
}
