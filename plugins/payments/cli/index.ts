import type { CliCommand } from 'stoa'

/** CLI commands of this plugin. */
export const commands: Record<string, CliCommand> = {
  payments: { summary: 'Test payments with fake gateways and replay webhooks', group: 'Operate', load: () => import('./payments.ts') },
}
