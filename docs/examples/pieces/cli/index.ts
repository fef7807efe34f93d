import type { CliCommand } from 'stoa'

/** In `plugin.ts`: `contributions: contributeAll(COMMANDS, commands)`. */
export const commands: Record<string, CliCommand> = {
  repairs: { summary: 'Show how long repairs take', group: 'Operate', load: () => import('./repairs.ts') },
}
