import { elementKinds, type PropKind } from '../../domain/element-kinds.ts'
import { asHtml } from './rich.ts'

/** One element, in the format of builder and server. */
export interface Element {
  type: string
  props: { id: string; [prop: string]: unknown }
}

/** The stored content of a page. */
export interface Elements {
  root: { props?: { title?: string } }
  content: Element[]
  zones: Record<string, Element[]>
}

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads stored content; returns an empty page when there is none. */
export function readElements(value: unknown): Elements {
  const bag = isBag(value) ? value : {}
  return {
    root: isBag(bag['root']) ? (bag['root'] as Elements['root']) : {},
    content: Array.isArray(bag['content']) ? (bag['content'] as Element[]).map(editable) : [],
    zones: isBag(bag['zones']) ? (bag['zones'] as Elements['zones']) : {},
  }
}

/** Converts the texts of an element and of its columns for editing. */
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

/** Default value of a property. */
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

/** All elements of a page in reading order, with their nesting depth. */
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
