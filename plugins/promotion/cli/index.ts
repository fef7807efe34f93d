import type { CliPart } from 'stoa'

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  promotions: { summary: 'Use limited codes concurrently while a process is killed', load: () => import('./prove.ts') },
}
