import { join } from 'node:path'
import type { Kernel } from '../core/context.ts'
import core from '../core/kernel/core-plugin.ts'
import { I18n } from '../core/i18n/i18n.ts'
import { loadPlugins } from './start/load.ts'
import type { LoadedPlugin } from '../core/plugin/define.ts'
import { Registry } from '../core/plugin/registry.ts'
import { projectRoot } from '../core/root.ts'
import { Settings } from '../core/setting/settings.ts'
import { listed } from './listed.ts'

/** Declarations and messages of all plugins, read without a database. */
export type PluginReader = Pick<Kernel, 'registry' | 'i18n' | 'settings'> & { plugins: readonly LoadedPlugin[] }

/** @throws PluginError when the plugins are incompatible. */
export async function readPlugins(ids: readonly string[] = listed()): Promise<PluginReader> {
  const plugins = await loadPlugins(ids)
  const registry = new Registry([core, ...plugins.map((p) => p.plugin)])
  const i18n = new I18n()
  i18n.load('core', join(projectRoot(), 'core', 'locales'))
  for (const { plugin, home } of plugins) i18n.load(plugin.id, join(home, 'locales'))
  // Settings declarations need no database; their values would.
  const settings = new Settings({ registry } as Kernel)
  return { registry, i18n, settings, plugins }
}
