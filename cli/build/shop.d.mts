/** A plugin of a shop's list. */
export interface PluginPlace {
  /** As the list names it. */
  entry: string
  id: string
  /** Folder of its sources; undefined when nothing is there. */
  folder?: string
  /** It is no part of the product: a folder of the shop, or a package. */
  isForeign: boolean
  /** Name of its package. */
  name?: string
  /** Version of the plugin contract its package.json says it is made for. */
  contract?: unknown
}

/** Where npm lists the packages installed with the product. */
export function lockOfInstalled(product: string): string | undefined
export function entriesOf(product: string, shop: string): string[]
export function locatePlugin(product: string, shop: string, entry: string): PluginPlace
export function locatePlugins(product: string, shop: string): PluginPlace[]
/** Plugins of a shop that are no part of the product: those listed, and those that could be. */
export function foreignPlugins(product: string, shop: string): PluginPlace[]
