import { parts } from 'virtual:store-plugins'
import { layoutScreens } from './layout-screens.ts'
import type { Hooks, StoreScreen } from './types.ts'

// Plugins import the kit (import cycle), so their exports are available only after all modules are loaded: do not read them at
// module level.
const getScreen = (id: string) => parts.find((part) => part.screens[id])?.screens[id]

// Code, not data: shared by all requests of a process.
const loaded = new Map<string, StoreScreen>()

/** The module of a screen or slot, loaded once; undefined when no plugin of this bundle has it. */
export const loadScreen = async (id: string): Promise<StoreScreen | undefined> => {
  const cached = loaded.get(id)
  if (cached) return cached
  const found = await getScreen(id)?.()
  if (found) loaded.set(id, found)
  return found
}

/** A screen or slot that is already loaded. */
export const screenNow = (id: string): StoreScreen | undefined => loaded.get(id)

/** The layout is on every page, so its slots must be loaded before the first rendering. */
export const preloadLayoutSlots = (all: readonly { at: string; screen: string }[]): Promise<unknown> =>
  Promise.all(layoutScreens(all).map(loadScreen))

const getHook = <K extends keyof Hooks>(name: K): (() => Hooks[K]) | undefined => parts.find((part) => part.hooks?.[name])?.hooks?.[name]

/** Whether a plugin of this build provides a hook. */
export const hasHook = (name: keyof Hooks): boolean => getHook(name) !== undefined

/** The result of another plugin's hook; undefined when no plugin of this build provides it, which is constant for the life of a page. */
export const useOptionalHook = <K extends keyof Hooks>(name: K): Hooks[K] | undefined => getHook(name)?.()
