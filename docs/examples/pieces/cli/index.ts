import type { CliCommand } from 'stoa'

/** In `plugin.ts`: `offers: offerAll(COMMANDS, commands)`. */
export const commands: Record<string, CliCommand> = {
  repairs: { summary: 'Tell how long repairs take', group: 'Operate', load: () => import('./repairs.ts') },
}
