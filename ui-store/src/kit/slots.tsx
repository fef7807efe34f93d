import type { ComponentType } from 'react'
import { screenNow } from './registry.ts'
import { useShop } from './shop.tsx'
import type { SlotData } from './types.ts'

interface SlotsProps {
  at: string
  data?: SlotData
  /** Screen id of the only component to render; all of the slot when absent. */
  only?: string
  /** The subject of the slot, for components about one item: the view of the page, or part of it. */
  about?: unknown
}

/** Renders the components of plugins in a slot. `data` is the result of `context.loadSlots(at)`. */
export const Slots = ({ at, data = {}, only, about }: SlotsProps) => {
  const { slots } = useShop().bootstrap
  return slots
    .filter((slot) => slot.at === at && (only === undefined || slot.screen === only))
    .map(({ screen }) => {
      const Component = screenNow(screen)?.default as ComponentType<{ data: unknown; about?: unknown }> | undefined
      return Component ? <Component key={screen} data={data[screen]} {...(about === undefined ? {} : { about })} /> : null
    })
}
