import type { CliPart } from 'stoa'

/** Tests of this plugin for `stoa prove`, run on a temporary shop beside the configured one. */
export const proofs: Record<string, CliPart> = {
  booking: { summary: 'Book the last places concurrently while a process is killed', load: () => import('./booking.ts') },
}
