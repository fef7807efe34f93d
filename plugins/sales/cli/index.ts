import type { CliCommand, CliPart } from 'stoa'

/** CLI commands of this plugin. */
export const commands: Record<string, CliCommand> = {
  stock: { summary: 'Repair stock reservations of orders', group: 'Operate', load: () => import('./stock.ts') },
}

/** Tests of this plugin for `stoa prove`, run on a temporary shop beside the configured one. */
export const proofs: Record<string, CliPart> = {
  oversell: { summary: 'Sell a few units to many concurrent buyers while a process is killed', load: () => import('./oversell.ts') },
  crashes: { summary: 'Kill processes during orders and payments', load: () => import('./crashes.ts') },
}
