import type { Command } from 'commander'

/** One entry of the command list. Its module is loaded only when it is called. */
export interface CommandEntry {
  name: string
  summary: string
  group: 'Set up' | 'Data' | 'Access' | 'Operate'
  load: () => Promise<{ command: () => Command }>
}

/** Every command in the order `--help` lists it. */
export const COMMANDS: CommandEntry[] = [
  {
    name: 'start',
    summary: 'Run shop, admin and API',
    group: 'Set up',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'build',
    summary: 'Build the pages of admin and store',
    group: 'Set up',
    load: () => import('./commands/build.ts'),
  },
  {
    name: 'docs',
    summary: 'Write the reference documentation from the code',
    group: 'Set up',
    load: () => import('./commands/docs.ts'),
  },
]
