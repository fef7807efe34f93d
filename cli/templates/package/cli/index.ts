import type { CliCommand } from 'stoa'

export const commands: Record<string, CliCommand> = {
  'count-sample': { summary: 'Count sample items', group: 'Operate', load: () => import('./count.ts') },
}
