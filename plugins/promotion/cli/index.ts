import type { CliPart } from 'stoa'

/** Proofs of this plugin for `stoa prove`. They run on a temporary shop, not on the configured one. */
export const proofs: Record<string, CliPart> = {
  promotions: { summary: 'Use limited codes concurrently while a process is killed', load: () => import('./prove.ts') },
}
