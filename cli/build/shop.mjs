import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { nearest } from '../../core/shop.mjs'

/** The file in which npm lists the packages it installed, beside the product or, where that is one of them, around it; undefined when there is none. */
export function lockOfInstalled(product) {
  const file = (folder) => join(folder, 'node_modules/.package-lock.json')
  const folder = nearest(product, (at) => existsSync(file(at)))
  return folder === undefined ? undefined : file(folder)
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** The entries of `stoa.plugins` of a shop; `stoa`, which is also what a shop without the list has, stands for all that the product lists itself. */
export function entriesOf(product, shop) {
  const list = (folder) => readJson(join(folder, 'package.json')).stoa?.plugins ?? ['stoa']
  const entries = list(shop)
  return shop === product ? entries : [...new Set(entries.flatMap((entry) => (entry === 'stoa' ? list(product) : [entry])))]
}

const isPath = (entry) => /^\.\.?(\/|$)/.test(entry)
const hasPlugin = (folder) => ['plugin.ts', 'plugin.js'].some((file) => existsSync(join(folder, file)))

/** `@acme/stoa-plugin-lending` is `lending` unless its package.json says otherwise. */
const idOfName = (name) => basename(name).replace(/^stoa-(plugin-)?/, '')

/**
 * Where a plugin of the list lies: a folder of the product's `plugins/`, a path from the shop, or a package. A folder of the product
 * comes before a package of the same name, so no package takes the place of a part of the product.
 */
export function locatePlugin(product, shop, entry) {
  const own = join(product, 'plugins', entry)
  if (!isPath(entry) && hasPlugin(own)) return { entry, id: entry, folder: own, isForeign: false }
  const found = isPath(entry) ? resolve(shop, entry) : nearest(shop, (at) => existsSync(join(at, 'node_modules', entry, 'package.json')))
  const folder = found !== undefined && !isPath(entry) ? join(found, 'node_modules', entry) : found
  if (folder === undefined || !existsSync(folder)) return { entry, id: idOfName(entry), isForeign: true }
  const manifest = readJson(join(folder, 'package.json'))
  return {
    entry,
    id: manifest.stoa?.id ?? idOfName(isPath(entry) ? folder : entry),
    folder: realpathSync(folder),
    isForeign: true,
    ...(manifest.name !== undefined && { name: manifest.name }),
    ...(manifest.stoa?.contract !== undefined && { contract: manifest.stoa.contract }),
  }
}

/** All plugins a shop lists, in its order. */
export const locatePlugins = (product, shop) => entriesOf(product, shop).map((entry) => locatePlugin(product, shop, entry))

/**
 * Plugins of a shop that are no part of the product: those it lists, and those it could: folders below its `plugins/`, and packages it
 * depends on that are made for the product.
 */
export function foreignPlugins(product, shop) {
  const listed = locatePlugins(product, shop).filter(({ isForeign }) => isForeign)
  if (shop === product) return listed
  const folders = existsSync(join(shop, 'plugins')) ? readdirSync(join(shop, 'plugins')).map((name) => `./plugins/${name}`) : []
  const { dependencies = {}, devDependencies = {} } = readJson(join(shop, 'package.json'))
  const others = [...folders, ...Object.keys({ ...dependencies, ...devDependencies })]
    .map((entry) => locatePlugin(product, shop, entry))
    .filter((one) => one.isForeign && one.folder && hasPlugin(one.folder) && (isPath(one.entry) || one.contract !== undefined))
  return [...listed, ...others.filter(({ folder }) => !listed.some((one) => one.folder === folder))]
}
