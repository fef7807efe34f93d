import type { CliCommand, CliPart } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  stock: { summary: 'Repair the stock of orders', group: 'Operate', load: () => import('./stock.ts') },
}

/** What this plugin can show to hold, on a shop of its own beside the configured one. */
export const proofs: Record<string, CliPart> = {
  oversell: { summary: 'Sell a few units to a crowd while a process is killed', load: () => import('./oversell.ts') },
  crashes: { summary: 'Kill processes while people order and pay', load: () => import('./crashes.ts') },
}
