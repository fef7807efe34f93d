import type { CliCommand, CliPart } from 'stoa'

/** Commands this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  broadcast: { summary: 'Process bounces of broadcasts', group: 'Operate', load: () => import('./broadcast.ts') },
}

/** Proofs of this plugin for `stoa prove`. They run on a temporary shop, not on the configured one. */
export const proofs: Record<string, CliPart> = {
  broadcast: { summary: 'Kill processes while a broadcast is sent', load: () => import('./prove.ts') },
}
