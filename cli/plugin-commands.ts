import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { CliCommand, CliPart } from '../core/kernel/extension-points.ts'
import { moduleAt } from './code.ts'
import { CliError } from './errors.ts'
import { listed } from './listed.ts'
import { getFolders } from './places.ts'

/** What `cli/index.ts` of a plugin exports: the same its manifest offers to the kernel. */
interface PluginCli {
  commands?: Record<string, CliCommand>
  proofs?: Record<string, CliPart>
}

/**
 * Entries for the command line of every enabled plugin. Only these small files are loaded, never a manifest: help
 * answers at once, also when a plugin is broken.
 */
async function pluginClis(): Promise<[plugin: string, PluginCli][]> {
  const found = listed().flatMap((id) => {
    try {
      return [[id, moduleAt(getFolders(id).dir, 'cli', 'index')] as const]
    } catch {
      // What is wrong with it, the command that loads it says.
      return []
    }
  })
  return Promise.all(
    found
      .filter(([, file]) => existsSync(file))
      .map(async ([id, file]) => [id, (await import(pathToFileURL(file).href)) as PluginCli] as [string, PluginCli]),
  )
}

/** Commands plugins bring, by name. @throws CliError config when two have one name. */
export async function pluginCommands(taken: readonly string[]): Promise<({ name: string } & CliCommand)[]> {
  return named(
    'command',
    (await pluginClis()).map(([id, { commands = {} }]) => [id, commands]),
    taken,
  )
}

/** What can be proven, by name. @throws CliError config when two have one name. */
export async function pluginProofs(): Promise<({ name: string } & CliPart)[]> {
  return named(
    'proof',
    (await pluginClis()).map(([id, { proofs = {} }]) => [id, proofs]),
  )
}

function named<T>(what: string, all: readonly (readonly [plugin: string, parts: Record<string, T>])[], taken: readonly string[] = []) {
  const owners = new Map(taken.map((name) => [name, 'the kernel']))
  return all.flatMap(([plugin, parts]) =>
    Object.entries(parts).map(([name, part]) => {
      const other = owners.get(name)
      if (other) throw new CliError('config', `The ${what} "${name}" of ${plugin} is one of ${other} already.`)
      owners.set(name, plugin)
      return { name, ...part }
    }),
  )
}
