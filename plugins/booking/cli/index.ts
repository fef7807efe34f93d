import type { CliPart } from 'stoa'

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  booking: { summary: 'Let a crowd book the last places while a process is killed', load: () => import('./booking.ts') },
}
