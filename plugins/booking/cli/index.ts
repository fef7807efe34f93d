import type { CliPart } from 'stoa'

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  booking: { summary: 'Book the last places concurrently while a process is killed', load: () => import('./booking.ts') },
}
