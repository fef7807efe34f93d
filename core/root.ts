import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findShop } from './shop.mjs'

interface Roots {
  product: string
  shop: string
}

let found: Roots | undefined

/** The folder of the product: where its sources, locales and pages are. */
export const projectRoot = (): string => (found ??= findRoots(import.meta.dirname)).product

/**
 * The folder of the shop: its package.json lists the plugins, its `dist` holds what was built. The product's own folder, unless the
 * product is installed as a package of a shop.
 */
export const shopRoot = (): string => (found ??= findRoots(import.meta.dirname)).shop

function findRoots(folder: string): Roots {
  const file = join(folder, 'package.json')
  if (existsSync(file)) {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; product?: string }
    // The product's own package.json carries a name; that of a built tree says which product it was built from.
    if (manifest.name !== undefined) return { product: folder, shop: findShop(folder) }
    return { product: manifest.product ?? dirname(folder), shop: dirname(folder) }
  }
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}.`)
  return findRoots(parent)
}
