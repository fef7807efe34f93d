import { parts } from 'virtual:store-plugins'
import { layoutScreens } from './layout-screens.ts'
import type { Hooks, StoreScreen } from './types.ts'

// Plugins import the kit, so what they export is there only once every module has been read: never look at the top.
const getScreen = (id: string) => parts.find((part) => part.screens[id])?.screens[id]

// Code, not data: shared by all requests of a process on purpose.
const loaded = new Map<string, StoreScreen>()

/** The module of a screen or slot, fetched once; undefined when no plugin of this bundle has it. */
export const loadScreen = async (id: string): Promise<StoreScreen | undefined> => {
  const known = loaded.get(id)
  if (known) return known
  const found = await getScreen(id)?.()
  if (found) loaded.set(id, found)
  return found
}

/** A screen or slot whose code is here already. */
export const screenNow = (id: string): StoreScreen | undefined => loaded.get(id)

/** The layout is on every page, so the code of its slots has to be there before the first drawing. */
export const preloadLayoutSlots = (all: readonly { at: string; screen: string }[]): Promise<unknown> =>
  Promise.all(layoutScreens(all).map(loadScreen))

const getHook = <K extends keyof Hooks>(name: K): (() => Hooks[K]) | undefined => parts.find((part) => part.hooks?.[name])?.hooks?.[name]

/** Whether some plugin of this build brings a hook. */
export const isBrought = (name: keyof Hooks): boolean => getHook(name) !== undefined

/** What a hook of another plugin answers; undefined when none of this build brings it, which never changes while a page lives. */
export const useIsBroughtIn = <K extends keyof Hooks>(name: K): Hooks[K] | undefined => getHook(name)?.()
