import { screens } from 'virtual:store-plugins'
import { layoutScreens } from './layout-screens.ts'
import type { StoreScreen } from './types.ts'

// Code, not data: shared by all requests of a process on purpose.
const loaded = new Map<string, StoreScreen>()

/** The module of a screen or slot, fetched once; undefined when no plugin of this bundle has it. */
export const loadScreen = async (id: string): Promise<StoreScreen | undefined> => {
  const known = loaded.get(id)
  if (known) return known
  const found = await screens[id]?.()
  if (found) loaded.set(id, found)
  return found
}

/** A screen or slot whose code is here already. */
export const screenNow = (id: string): StoreScreen | undefined => loaded.get(id)

/** The layout is on every page, so the code of its slots has to be there before the first drawing. */
export const preloadLayoutSlots = (all: readonly { at: string; screen: string }[]): Promise<unknown> =>
  Promise.all(layoutScreens(all).map(loadScreen))
