import type { CliCommand } from 'stoa'

/** What this plugin adds to the command line. */
export const commands: Record<string, CliCommand> = {
  payments: { summary: 'Test payments with fake gateways and replay webhooks', group: 'Operate', load: () => import('./payments.ts') },
}
