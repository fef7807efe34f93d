import { elementKinds } from '../../domain/element-kinds.ts'
import type { Element } from './elements.ts'

/** Where an element stands: the list that holds it, by the builder's name for it, and how many stand before it. */
export interface Place {
  zone: string
  index: number
}

interface Found extends Place {
  list: readonly Element[]
  /** The element whose column this is, where that stands, and which of its columns it is; absent on the page itself. */
  above?: { at: Found; element: Element; slot: number }
}

/** The list that no element holds. */
export const ROOT_ZONE = 'root:default-zone'

/** Columns of an element that show, first to last. */
function getSlots({ type, props }: Element): { zone: string; list: readonly Element[] }[] {
  const names = Object.entries(elementKinds[type] ?? {}).flatMap(([name, { kind }]) => (kind === 'slot' ? [name] : []))
  const list = (value: unknown) => (Array.isArray(value) ? (value as Element[]) : [])
  return names.slice(0, Number(props['count']) || names.length).map((name) => ({ zone: `${props.id}:${name}`, list: list(props[name]) }))
}

function find(id: string, list: readonly Element[], zone = ROOT_ZONE, above?: Found['above']): Found | undefined {
  for (const [index, element] of list.entries()) {
    const at: Found = { zone, index, list, ...(above ? { above } : {}) }
    if (element.props.id === id) return at
    for (const [slot, inside] of getSlots(element).entries()) {
      const found = find(id, inside.list, inside.zone, { at, element, slot })
      if (found) return found
    }
  }
  return undefined
}

/** Where an element stands; undefined when it is not on the page. */
export function getPlace(id: string, content: readonly Element[]): Place | undefined {
  const found = find(id, content)
  return found && { zone: found.zone, index: found.index }
}

/** Where an element gets one step further down (1) or up (-1), into columns and out of them; undefined at either end of the page. */
export function placeBeside(id: string, content: readonly Element[], step: 1 | -1): Place | undefined {
  const found = find(id, content)
  if (!found) return undefined
  const { zone, index, list, above } = found
  const next = list[index + step]
  if (next) {
    const inside = getSlots(next).at(step === 1 ? 0 : -1)
    return inside ? { zone: inside.zone, index: step === 1 ? 0 : inside.list.length } : { zone, index: index + step }
  }
  if (!above) return undefined
  const column = above.slot + step < 0 ? undefined : getSlots(above.element)[above.slot + step]
  if (column) return { zone: column.zone, index: step === 1 ? 0 : column.list.length }
  return { zone: above.at.zone, index: above.at.index + (step === 1 ? 1 : 0) }
}
