import type { CliPart } from 'stoa'

/** Proofs of this plugin for `stoa prove`. They run on a temporary shop, not on the configured one. */
export const proofs: Record<string, CliPart> = {
  loyalty: { summary: 'Spend and redeem points of one customer concurrently while a process is killed', load: () => import('./prove.ts') },
}
