import type { Command } from 'commander'
import type { CliGroup } from '../core/kernel/extension-points.ts'

/** A command in the command list. Its module is loaded only when it runs. */
export interface CommandEntry {
  name: string
  summary: string
  group: CliGroup
  /** `command` gets the whole list, from which completion is generated. */
  load: () => Promise<{ command: (all: readonly CommandEntry[]) => Command | Promise<Command> }>
}
