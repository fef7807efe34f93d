import { cleanRich, AppError, INVALID, validationError, message, videoEmbed } from 'stoa'
import { isTarget } from '../domain/addresses.ts'
import { elementKinds, type PropKind } from '../domain/element-kinds.ts'
import type { Element, Elements } from '../api-types.ts'

type Bag = Record<string, unknown>

/** Maximum number of elements, nesting depth, and items of a list. */
const most = { elements: 300, depth: 5, items: 50 }

const isBag = (value: unknown): value is Bag => value !== null && typeof value === 'object' && !Array.isArray(value)
/** Truncates a text without splitting a surrogate pair. */
const str = (value: unknown, length: number) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .slice(0, length)
        .replace(/[\uD800-\uDBFF]$/, '')
    : ''

/**
 * Validates and sanitizes the content of a page: keeps known elements with known properties, sanitizes texts, checks URLs. Runs on every
 * write.
 * @throws AppError INVALID naming the invalid element
 */
export async function cleanElements(value: unknown): Promise<Elements> {
  if (!isBag(value)) throw validationError({ elements: message('core:rule.check_input') })
  const count = { left: most.elements }
  const root = isBag(value.root) ? (isBag(value.root.props) ? value.root.props : value.root) : {}
  const zones: Record<string, Element[]> = {}
  for (const [name, list] of Object.entries(isBag(value.zones) ? value.zones : {})) {
    if (/^[\w-]{1,80}:[\w-]{1,40}$/.test(name)) zones[name] = await cleanList(list, `elements.zones.${name}`, count, 1)
  }
  return {
    root: { props: { title: str(root.title, 255) } },
    content: await cleanList(value.content ?? [], 'elements.content', count, 0),
    zones,
  }
}

async function cleanList(list: unknown, path: string, count: { left: number }, depth: number): Promise<Element[]> {
  if (!Array.isArray(list) || depth > most.depth) throw validationError({ [path]: message('core:rule.check_input') })
  const cleaned: Element[] = []
  for (const [i, item] of list.entries()) {
    const type = isBag(item) ? str(item.type, 40) : ''
    const kinds = Object.hasOwn(elementKinds, type) ? elementKinds[type] : undefined
    if (!kinds) throw new AppError(INVALID, { [`${path}.${i}`]: [message('core:rule.block', { type })] })
    if (count.left-- <= 0) throw validationError({ [path]: message('core:rule.max_items', { max: most.elements }) })
    const itemProps = isBag(item) && isBag(item.props) ? item.props : {}
    const props = await cleanProps(kinds, itemProps, `${path}.${i}`, count, depth)
    cleaned.push({
      type,
      props: { id: str(itemProps.id, 80).replaceAll(/[^\w-]/g, '') || `${type}-${most.elements - count.left}`, ...props },
    })
  }
  return cleaned
}

async function cleanProps(
  kinds: Readonly<Record<string, PropKind>>,
  rawProps: Bag,
  path: string,
  count: { left: number },
  depth: number,
): Promise<Bag> {
  const out: Bag = {}
  for (const [name, kind] of Object.entries(kinds)) out[name] = await cleanProp(kind, rawProps[name], `${path}.${name}`, count, depth)
  return out
}

async function cleanProp(kind: PropKind, value: unknown, path: string, count: { left: number }, depth: number): Promise<unknown> {
  const refuse = (key: string) => validationError({ [path]: message(key) })
  switch (kind.kind) {
    case 'line':
    case 'address':
      return str(value, 500)
    case 'area':
      return str(value, 5_000)
    case 'rich':
      return cleanRich(isBag(value) ? JSON.stringify(value) : str(value, 200_000))
    case 'image': {
      const file = str(value, 255).replace(/^\/files\//, '')
      if (file !== '' && !/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9/_.-]*$/.test(file)) throw refuse('core:rule.image')
      return file
    }
    case 'target': {
      const url = str(value, 2_000).trim()
      if (url !== '' && !isTarget(url)) throw refuse('core:rule.url')
      return url
    }
    case 'video': {
      const url = str(value, 2_000).trim()
      if (url !== '' && !videoEmbed(url)) throw refuse('content:error.video')
      return url
    }
    case 'instant':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : ''
    case 'ids':
      return (Array.isArray(value) ? value : []).filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, most.items)
    case 'flag':
      return value === true
    case 'int': {
      const n = Math.round(Number(value))
      return Number.isFinite(n) && value !== '' && value !== null ? Math.min(kind.max, Math.max(kind.min, n)) : kind.default
    }
    case 'pick':
      return kind.values.includes(String(value)) ? String(value) : kind.values[0]
    case 'slot':
      return cleanList(value ?? [], path, count, depth + 1)
    case 'list': {
      const items = (Array.isArray(value) ? value : []).slice(0, most.items)
      return Promise.all(items.map((item, i) => cleanProps(kind.of, isBag(item) ? item : {}, `${path}.${i}`, count, depth)))
    }
  }
}
