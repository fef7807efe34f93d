import type { Command } from 'commander'
import type { CliGroup } from '../core/kernel/extension-points.ts'

/** One entry of the command list. Its module is loaded only when it is called. */
export interface CommandEntry {
  name: string
  summary: string
  group: CliGroup
  /** `command` is given the whole list: completion is made of it. */
  load: () => Promise<{ command: (all: readonly CommandEntry[]) => Command | Promise<Command> }>
}
