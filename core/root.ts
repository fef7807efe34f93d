import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findShop } from './shop.mjs'

interface Roots {
  product: string
  shop: string
}

let found: Roots | undefined

/** Root folder of the product: sources, messages and pages. */
export const projectRoot = (): string => (found ??= findRoots(import.meta.dirname)).product

/**
 * Root folder of the shop: its package.json lists the plugins, its `dist` contains the build. It is the product's folder, unless
 * the product is installed as a package.
 */
export const shopRoot = (): string => (found ??= findRoots(import.meta.dirname)).shop

function findRoots(folder: string): Roots {
  const file = join(folder, 'package.json')
  if (existsSync(file)) {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; product?: string }
    // The product's own package.json has a name; that of a build refers to the product it was built from.
    if (manifest.name !== undefined) return { product: folder, shop: findShop(folder) }
    return { product: manifest.product ?? dirname(folder), shop: dirname(folder) }
  }
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}.`)
  return findRoots(parent)
}
