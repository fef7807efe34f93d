import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findShop } from '../../core/shop.mjs'
import { entryAliases } from './entries.mjs'
import { locatePlugins } from './shop.mjs'

/** An enabled plugin whose pages are built. */
export interface PluginFolder {
  id: string
  folder: string
}

/** The shop whose pages are built, and its plugins in the order of package.json without those PLUGINS_OFF names. */
export function shopPlugins(product: string): { shop: string; plugins(): PluginFolder[] } {
  const shop = findShop(product)
  const plugins = () => {
    const off = new Set((process.env['PLUGINS_OFF'] ?? '').split(',').map((id) => id.trim()))
    return locatePlugins(product, shop).flatMap(({ id, folder }) => (folder === undefined || off.has(id) ? [] : [{ id, folder }]))
  }
  return { shop, plugins }
}

/**
 * Settings of Vite by which pages of plugins anywhere share one copy of the product and of its packages: entries such as `stoa/admin`
 * lead to the product's files, and React and the like are taken from the product, though the plugin may have its own.
 */
export function productModules(product: string) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'peerDependencies',
    Record<string, string>
  >
  return {
    resolve: { alias: entryAliases(product), dedupe: Object.keys({ ...dependencies, ...peerDependencies }) },
    optimizeDeps: { exclude: ['stoa'] },
  }
}

/**
 * Imports with a gap, such as that of texts by language, are not looked at in packages. Of plugins that are packages, and of the product,
 * they are: goes into `build.dynamicImportVarsOptions`.
 */
export function importsWithGaps(product: string) {
  const names = locatePlugins(product, findShop(product)).flatMap(({ name = [] }) => name)
  return { exclude: [new RegExp(`/node_modules/(?!(?:${['stoa', ...names].join('|')})/)`)] }
}
