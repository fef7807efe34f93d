import type { ComponentType } from 'react'
import { screenNow } from './registry.ts'
import { useShop } from './shop.tsx'
import type { SlotData } from './types.ts'

/** Draws what plugins offer at a named place. `data` is what `context.loadSlots(at)` gave. */
export const Slots = ({ at, data = {} }: { at: string; data?: SlotData }) => {
  const { slots } = useShop().bootstrap
  return slots
    .filter((slot) => slot.at === at)
    .map(({ screen }) => {
      const Component = screenNow(screen)?.default as ComponentType<{ data: unknown }> | undefined
      return Component ? <Component key={screen} data={data[screen]} /> : null
    })
}
