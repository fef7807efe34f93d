import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

let found: string | undefined

/** The folder of the product: where its package.json, locales and built pages are, run from sources or from dist. */
export function projectRoot(): string {
  found ??= findRoot(import.meta.dirname)
  return found
}

function findRoot(folder: string): string {
  const manifest = join(folder, 'package.json')
  // The compiled tree has a package.json too, but only the product's own carries a name.
  if (existsSync(manifest) && 'name' in JSON.parse(readFileSync(manifest, 'utf8'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}.`)
  return findRoot(parent)
}
