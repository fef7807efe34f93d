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

/** The shop whose pages are built, and its plugins in the order of package.json, without those in PLUGINS_OFF. */
export function shopPlugins(product: string): { shop: string; plugins(): PluginFolder[] } {
  const shop = findShop(product)
  const plugins = () => {
    const off = new Set((process.env['PLUGINS_OFF'] ?? '').split(',').map((id) => id.trim()))
    return locatePlugins(product, shop).flatMap(({ id, folder }) => (folder === undefined || off.has(id) ? [] : [{ id, folder }]))
  }
  return { shop, plugins }
}

/**
 * Vite settings by which pages of all plugins share one copy of the product and its packages: imports such as `stoa/admin` resolve
 * to the product's files, and React and other peer packages to the product's, even if a plugin has its own.
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
 * Value of `build.dynamicImportVarsOptions`: dynamic imports with variables, such as those of messages by language, are resolved in
 * the product and in plugin packages, but not in other packages.
 */
export function importsWithGaps(product: string) {
  const names = locatePlugins(product, findShop(product)).flatMap(({ name = [] }) => name)
  return { exclude: [new RegExp(`/node_modules/(?!(?:${['stoa', ...names].join('|')})/)`)] }
}
