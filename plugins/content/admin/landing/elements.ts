import { elementKinds, type PropKind } from '../../domain/element-kinds.ts'
import { asHtml } from './rich.ts'

/** One element as builder and server keep it. */
export interface Element {
  type: string
  props: { id: string; [prop: string]: unknown }
}

/** What is kept of a page. */
export interface Elements {
  root: { props?: { title?: string } }
  content: Element[]
  zones: Record<string, Element[]>
}

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A page out of whatever is stored; an empty one when there is nothing. */
export function readElements(value: unknown): Elements {
  const bag = isBag(value) ? value : {}
  return {
    root: isBag(bag['root']) ? (bag['root'] as Elements['root']) : {},
    content: Array.isArray(bag['content']) ? (bag['content'] as Element[]).map(editable) : [],
    zones: isBag(bag['zones']) ? (bag['zones'] as Elements['zones']) : {},
  }
}

/** An element whose texts the builder can edit, those in its columns too. */
function editable(element: Element): Element {
  const kinds = elementKinds[element.type]
  return kinds ? { ...element, props: { ...element.props, ...editableProps(kinds, element.props) } } : element
}

function editableProps(kinds: Readonly<Record<string, PropKind>>, props: Bag): Bag {
  const out: Bag = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const value = props[name]
    if (kind.kind === 'rich') out[name] = asHtml(value)
    else if (kind.kind === 'slot') out[name] = Array.isArray(value) ? (value as Element[]).map(editable) : []
    else if (kind.kind === 'list')
      out[name] = (Array.isArray(value) ? (value as Bag[]) : []).map((item) => ({ ...item, ...editableProps(kind.of, item) }))
    else out[name] = value ?? getStart(kind)
  }
  return out
}

/** What an untouched property holds. */
export function getStart(kind: PropKind): unknown {
  switch (kind.kind) {
    case 'pick':
      return kind.values[0]
    case 'int':
      return kind.default
    case 'flag':
      return false
    case 'ids':
    case 'list':
    case 'slot':
      return []
    default:
      return ''
  }
}

/** All elements of a page in reading order, with how deep they stand. */
export function outline({ content, zones }: Elements, list: Element[] = content, depth = 0): { element: Element; depth: number }[] {
  return list.flatMap((element) => {
    const slots = Object.entries(elementKinds[element.type] ?? {}).filter(([, kind]) => kind.kind === 'slot')
    const inside = slots.flatMap(([name]) => [
      ...(Array.isArray(element.props[name]) ? (element.props[name] as Element[]) : []),
      ...(zones[`${element.props.id}:${name}`] ?? []),
    ])
    return [{ element, depth }, ...outline({ root: {}, content, zones }, inside, depth + 1)]
  })
}
