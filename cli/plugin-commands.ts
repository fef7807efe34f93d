import type { Command } from 'commander'
import type { Booted } from '../core/boot.ts'
import { note, type Voice } from './output.ts'

/** Adds the commands that plugins bring. Loading them takes a moment, so only a word we do not know leads here. */
export async function addPluginCommands(program: Command, voice: Voice): Promise<void> {
  const [{ listed }, { manifests }] = await Promise.all([import('./paper.ts'), import('./plugins.ts')])
  // A broken plugin is told by commands that need it; here the word is then simply unknown.
  const plugins = await manifests(listed()).catch(() => [])
  let booted: Booted | undefined
  const kernel = async () => {
    const [{ boot }, { readConfig }] = await Promise.all([import('./boot.ts'), import('../core/config.ts')])
    booted ??= await boot({
      config: { ...readConfig(), logLevel: 'warn', pool: 4 },
      tell: (line) => note(voice, line),
    })
    return booted.kernel
  }
  for (const plugin of plugins) plugin.commands?.(program, kernel)
  program.hook('postAction', async () => booted?.close())
}
