import type { CliCommand, CliPart } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  stock: { summary: 'Repair stock reservations of orders', group: 'Operate', load: () => import('./stock.ts') },
}

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  oversell: { summary: 'Sell a few units to many concurrent buyers while a process is killed', load: () => import('./oversell.ts') },
  crashes: { summary: 'Kill processes during orders and payments', load: () => import('./crashes.ts') },
}
