import { elementKinds } from '../../domain/element-kinds.ts'
import type { Element } from './elements.ts'

/** Position of an element: the zone id of the builder, and the index in the zone. */
export interface Place {
  zone: string
  index: number
}

interface Found extends Place {
  list: readonly Element[]
  /** The parent element with its own position, and the index of the column; absent at the top level. */
  above?: { at: Found; element: Element; slot: number }
}

/** Zone id of the top level. */
export const ROOT_ZONE = 'root:default-zone'

/** The visible columns of an element in order. */
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

/** The position of an element; undefined when it is not on the page. */
export function getPlace(id: string, content: readonly Element[]): Place | undefined {
  const found = find(id, content)
  return found && { zone: found.zone, index: found.index }
}

/** The position one step down (1) or up (-1), into and out of columns; undefined at the start and end of the page. */
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
