import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PluginError } from '../core/plugin/sort-by-dependencies.ts'
import { CONTRACT } from '../core/plugin/contract.ts'
import { projectRoot, shopRoot } from '../core/root.ts'
import { foreignPlugins, locatePlugins, type PluginPlace } from './build/shop.mjs'
import { getCode, moduleAt, runsFromSources } from './code.ts'

/** The plugins in the shop's package.json, in order. */
export const LISTED_PLACES = (): PluginPlace[] => locatePlugins(projectRoot(), shopRoot())

let foreign: PluginPlace[] | undefined

/** Plugins of the shop that are not part of the product; cached per process. */
const ofShop = (): PluginPlace[] => (foreign ??= foreignPlugins(projectRoot(), shopRoot()))

/** All existing plugins, listed or not: the product's and the shop's. */
export function listPluginPlaces(): PluginPlace[] {
  const folder = join(projectRoot(), 'plugins')
  const folderEntries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return [
    ...folderEntries
      .filter(({ name }) => existsSync(join(folder, name, 'plugin.ts')))
      .map(({ name }) => ({ entry: name, id: name, folder: join(folder, name), isForeign: false })),
    ...ofShop().filter((place) => place.folder !== undefined),
  ].sort((a, b) => a.id.localeCompare(b.id))
}

/** Folder of a plugin's running code, sources or compiled, and folder of its messages. */
export interface PluginFolders {
  dir: string
  home: string
}

/**
 * The folders of a plugin, searched among the shop's own and then in `parents`, folders of the product.
 * @throws PluginError when it does not exist, has another API version, or its id is not unique
 */
export function getFolders(id: string, parents: readonly string[] = ['plugins']): PluginFolders {
  const found = ofShop().filter((place) => place.id === id)
  const parent = parents.find((folder) => existsSync(moduleAt(getCode(folder, id), 'plugin')))
  const [place, other] = found
  if (!place && parent !== undefined) return { dir: getCode(parent, id), home: join(projectRoot(), parent, id) }
  if (!place?.folder)
    throw new PluginError(
      id,
      'has no plugin.ts',
      place
        ? `Install it, as "npm install ${place.entry}", or take "${place.entry}" out of stoa.plugins in package.json.`
        : `Create plugins/${id}/plugin.ts, or take "${id}" out of stoa.plugins in package.json.`,
    )
  if (other) throw new PluginError(id, `is there twice, as "${place.entry}" and "${other.entry}"`, 'Take one out of package.json.')
  if (existsSync(join(projectRoot(), 'plugins', id)))
    throw new PluginError(
      id,
      `of "${place.entry}" has the id of a part of the product`,
      'Give it another one: "stoa": { "id": … } in its package.json.',
    )
  requireContract(place)
  return { dir: runsFromSources ? place.folder : getCode('plugins', id), home: place.folder }
}

/** @throws PluginError when a plugin needs another API version than this product provides, or a package declares none */
function requireContract({ id, entry, contract }: PluginPlace): void {
  if (contract === CONTRACT || (contract === undefined && entry.startsWith('.'))) return
  const problem =
    contract === undefined
      ? 'does not say which contract it is made for'
      : `is made for contract ${String(contract)} of Stoa, and this is contract ${CONTRACT}`
  const advice =
    typeof contract === 'number' && contract > CONTRACT
      ? 'Update Stoa, or install an older version of the plugin.'
      : `Install a version of the plugin made for contract ${CONTRACT}; its package.json says "stoa": { "contract": ${CONTRACT} }.`
  throw new PluginError(id, problem, advice)
}
