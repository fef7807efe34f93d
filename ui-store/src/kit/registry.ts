import { screens, slots } from 'virtual:store-plugins'
import type { StoreScreen, StoreSlot } from './types.ts'

// Code, not data: shared by all requests of a process on purpose.
const loadedSlots = new Map<string, StoreSlot>()

/** The module of a screen; undefined when no plugin of this bundle has it. */
export const loadScreen = async (id: string): Promise<StoreScreen | undefined> => screens[id]?.()

/** Fetches the code of a slot once, so that it can be drawn at once later. */
export const loadSlot = async (id: string): Promise<StoreSlot | undefined> => {
  const known = loadedSlots.get(id)
  if (known) return known
  const found = await slots[id]?.()
  if (found) loadedSlots.set(id, found)
  return found
}

/** A slot whose code is here already. */
export const slotNow = (id: string): StoreSlot | undefined => loadedSlots.get(id)

/** The layout is on every page, so the code of its slots has to be there before the first drawing. */
export const preloadLayoutSlots = (all: { at: string; screen: string }[]): Promise<unknown> =>
  Promise.all(all.filter((slot) => slot.at.startsWith('layout.')).map((slot) => loadSlot(slot.screen)))
