import type { Command } from 'commander'
import type { CommandEntry } from '../command-entry.ts'
import { family } from '../options.ts'
import { pluginProofs } from '../plugin-commands.ts'

/** `stoa prove`: checks on this machine that invariants of plugins hold under load and faults. */
export async function command(_all: readonly CommandEntry[]): Promise<Command> {
  const found = await pluginProofs()
  const proofs = await Promise.all(found.map(async ({ summary, load }) => (await load()).command().description(summary)))
  return family('prove', 'Show that promises hold under load and faults', ...proofs)
}
