import type { ReplaceReference } from 'stoa/engine'
import { elementKinds, type PropKind } from '../domain/element-kinds.ts'
import type { Element, Elements } from '../api-types.ts'

type Bag = Record<string, unknown>

/** Replaces the product ids in the elements of a page. */
export function replaceElementReferences(page: Elements, replace: ReplaceReference): Elements {
  const inElements = (list: readonly Element[]): Element[] =>
    list.map((element) => ({ ...element, props: { ...element.props, ...inProps(elementKinds[element.type] ?? {}, element.props) } }))
  const inProps = (kinds: Readonly<Record<string, PropKind>>, props: Bag): Bag =>
    Object.fromEntries(Object.entries(kinds).flatMap(([name, kind]) => (name in props ? [[name, inProp(kind, props[name])]] : [])))
  const inProp = (kind: PropKind, value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    if (kind.kind === 'ids') return value.map((id) => replace(kind.of, id))
    if (kind.kind === 'slot') return inElements(value as Element[])
    return kind.kind === 'list' ? value.map((item) => ({ ...(item as Bag), ...inProps(kind.of, item as Bag) })) : value
  }
  const zones = Object.entries(page.zones ?? {}).map(([name, list]) => [name, inElements(list)])
  return { ...page, content: inElements(page.content ?? []), zones: Object.fromEntries(zones) as Elements['zones'] }
}
