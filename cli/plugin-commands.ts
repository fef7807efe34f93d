import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { CliCommand, CliPart } from '../core/kernel/extension-points.ts'
import { moduleAt } from './code.ts'
import { CliError } from './errors.ts'
import { listed } from './listed.ts'
import { getFolders } from './places.ts'

/** Exports of a plugin's `cli/index.ts`: the same that its manifest contributes. */
interface PluginCli {
  commands?: Record<string, CliCommand>
  proofs?: Record<string, CliPart>
}

/**
 * Command line entries of every enabled plugin. Only these small files are loaded, no manifests, so that help is fast and works
 * when a plugin is broken.
 */
async function pluginClis(): Promise<[plugin: string, PluginCli][]> {
  const found = listed().flatMap((id) => {
    try {
      return [[id, moduleAt(getFolders(id).dir, 'cli', 'index')] as const]
    } catch {
      // The command that loads the plugin reports what is wrong.
      return []
    }
  })
  return Promise.all(
    found
      .filter(([, file]) => existsSync(file))
      .map(async ([id, file]) => [id, (await import(pathToFileURL(file).href)) as PluginCli] as [string, PluginCli]),
  )
}

/** Commands of plugins by name. @throws CliError config when two have the same name. */
export async function pluginCommands(reservedNames: readonly string[]): Promise<({ name: string } & CliCommand)[]> {
  return named(
    'command',
    (await pluginClis()).map(([id, { commands = {} }]) => [id, commands]),
    reservedNames,
  )
}

/** Invariant checks of plugins by name. @throws CliError config when two have the same name. */
export async function pluginProofs(): Promise<({ name: string } & CliPart)[]> {
  return named(
    'proof',
    (await pluginClis()).map(([id, { proofs = {} }]) => [id, proofs]),
  )
}

function named<T>(
  noun: string,
  all: readonly (readonly [plugin: string, parts: Record<string, T>])[],
  reservedNames: readonly string[] = [],
) {
  const owners = new Map(reservedNames.map((name) => [name, 'the kernel']))
  return all.flatMap(([plugin, parts]) =>
    Object.entries(parts).map(([name, part]) => {
      const other = owners.get(name)
      if (other) throw new CliError('config', `The ${noun} "${name}" of ${plugin} is one of ${other} already.`)
      owners.set(name, plugin)
      return { name, ...part }
    }),
  )
}
