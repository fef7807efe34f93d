import type { SlotData } from 'stoa/store'
import type { Element, LandingDrawn } from '../../api-types.ts'

/** Slots of interactive elements, by element type. */
export const interactiveSlots = { form: 'landing.form', funnel: 'landing.funnel' } as const

type Asking = keyof typeof interactiveSlots

const isAsking = (type: string): type is Asking => Object.hasOwn(interactiveSlots, type)

const typesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(typesIn)
    : value !== null && typeof value === 'object'
      ? [...('type' in value && typeof value.type === 'string' ? [value.type] : []), ...Object.values(value).flatMap(typesIn)]
      : []

/** Loads only the slots that a page uses. */
export const loadInteractiveSlots = async (page: LandingDrawn, loadSlots: (at: string) => Promise<SlotData>): Promise<void> => {
  const { content, zones } = page.elements
  const asking = new Set(typesIn([content, Object.values(zones)] satisfies (Element[] | Element[][])[]).filter(isAsking))
  await Promise.all([...asking].map((type) => loadSlots(interactiveSlots[type])))
}
