import type { CliPart } from 'stoa'

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  loyalty: { summary: 'Spend and redeem points of one customer concurrently while a process is killed', load: () => import('./prove.ts') },
}
