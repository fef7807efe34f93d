import type { ComponentType } from 'react'
import { screenNow } from './registry.ts'
import { useShop } from './shop.tsx'
import type { SlotData } from './types.ts'

interface SlotsProps {
  at: string
  data?: SlotData
  /** Screen id of the one piece to draw; all of the place when left out. */
  only?: string
  /** What the place is about, for pieces that show something of one thing: the view a page shows, or part of it. */
  about?: unknown
}

/** Draws what plugins offer at a named place. `data` is what `context.loadSlots(at)` gave. */
export const Slots = ({ at, data = {}, only, about }: SlotsProps) => {
  const { slots } = useShop().bootstrap
  return slots
    .filter((slot) => slot.at === at && (only === undefined || slot.screen === only))
    .map(({ screen }) => {
      const Component = screenNow(screen)?.default as ComponentType<{ data: unknown; about?: unknown }> | undefined
      return Component ? <Component key={screen} data={data[screen]} {...(about === undefined ? {} : { about })} /> : null
    })
}
