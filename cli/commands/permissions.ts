import type { Command } from 'commander'
import { createUnknownNameError } from '../nearest.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { printRows } from '../output.ts'

type PermissionOptions = SharedOptions & { plugin?: string; presets?: boolean }

/** `stoa permissions`: all grantable permissions. */
export function command(): Command {
  return leaf('permissions', 'List everything that can be granted', 'stoa permissions --plugin catalogue', 'stoa permissions --presets')
    .option('--plugin <id>', 'Only those of one plugin')
    .option('--presets', 'The ready-made sets instead')
    .action(async (options: PermissionOptions) => {
      const { readPlugins } = await import('../paper.ts')
      const { registry } = await readPlugins()
      const ids = registry.plugins.map((p) => p.id)
      if (options.plugin !== undefined && !ids.includes(options.plugin))
        throw createUnknownNameError('plugin', options.plugin, ids, { hint: 'stoa plugin list' })
      if (options.presets) {
        const presets = [...registry.presets].map(([preset, permissions]) => ({ preset, permissions }))
        return printRows(
          options,
          ['preset', 'permissions'],
          presets.filter((p) => !options.plugin || p.preset.startsWith(`${options.plugin}.`)),
        )
      }
      const rows = [...registry.permissions.values()]
        .filter((p) => !options.plugin || p.plugin === options.plugin)
        .map(({ name, plugin, resource }) => ({ permission: name, plugin, resource: resource ?? null }))
        .sort((a, b) => a.permission.localeCompare(b.permission))
      printRows(options, ['permission', 'plugin'], rows)
    })
}
