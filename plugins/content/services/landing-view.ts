import { type Ctx, richToHtml, sql } from 'stoa'
import { elementKinds, type PropKind } from '../domain/element-kinds.ts'
import type { Element, Elements, LandingDrawn, LandingView } from '../api-types.ts'
import { isPreview } from './preview.ts'
import { translatedSql } from './texts.ts'
import { readWidget } from './widgets.ts'

interface Row {
  id: number
  name: string
  url: string
  meta_description: string
  elements: string
  updated_at: string
}

/** A published landing page, or one with a valid preview token; otherwise undefined. */
export async function readLanding(ctx: Ctx, url: string, preview: string): Promise<LandingView | undefined> {
  const row = await ctx.kernel.db.one<Row>(sql`
    select l.id, l.name, l.url, ${translatedSql(ctx, 'l', 'meta_description')} as meta_description, ${translatedSql(ctx, 'l', 'elements')} as elements, l.updated_at
    from landing_page l where l.url = ${url}
      and ((l.status in ('published', 'pending') and l.published_at <= now()) or ${isPreview(ctx, 'landing_page', url, preview)})`)
  if (!row) return undefined
  const { name, ...page } = row
  const drawn = await findDrawn(ctx, row.elements === '' ? { root: {}, content: [], zones: {} } : (JSON.parse(row.elements) as Elements))
  return { ...page, title: drawn.elements.root.props?.title || name, ...drawn }
}

/** The render data of validated elements: texts as HTML, and the current items of lists. */
export async function findDrawn(ctx: Ctx, clean: Elements): Promise<LandingDrawn> {
  const elements = toPublicElements(clean)
  const lists = all(elements).flatMap((e) => (getWidget(e) ? [e] : []))
  const widgets = await Promise.all(
    lists.map(async (e) => {
      const [type, data] = getWidget(e) ?? ['', {}]
      return [e.props.id, await readWidget(ctx, type, data)] as const
    }),
  )
  return { elements, widgets: Object.fromEntries(widgets) }
}

/** The widget of a list element. */
function getWidget({ type, props }: Element): [type: string, data: Record<string, unknown>] | undefined {
  const { limit, category, source, products } = props
  switch (type) {
    case 'product_list':
      if (source === 'chosen') return ['products_by_ids', { ids: products, limit: 12 }]
      return source === 'category' ? ['products_by_category', { category, limit }] : [`products_${String(source)}`, { limit }]
    case 'article_list':
      return category ? ['articles_by_category', { category, limit }] : ['articles_latest', { limit }]
    case 'form':
    case 'funnel':
      return props.url ? [type, { url: props.url }] : undefined
    case 'event_list':
      return ['events_upcoming', { category, limit }]
    default:
      return undefined
  }
}

/** All elements at any depth. */
function all(elements: Elements): Element[] {
  const inside = (e: Element): Element[] => [e, ...Object.values(e.props).flatMap((v) => (isSlot(v) ? v.flatMap(inside) : []))]
  return [...elements.content, ...Object.values(elements.zones).flat()].flatMap(inside)
}

const isSlot = (value: unknown): value is Element[] =>
  Array.isArray(value) && value.every((v: unknown) => v !== null && typeof v === 'object' && 'type' in v && 'props' in v)

/** A video embed, as in rich texts. */
const player = (url: string) => (url ? richToHtml(JSON.stringify({ blocks: [{ type: 'embed', data: { embed: url } }] })) : '')

/** The elements with rich texts and videos as HTML. */
function toPublicElements(elements: Elements): Elements {
  const list = (items: Element[]): Element[] =>
    items.map((e) => ({ type: e.type, props: { ...props(elementKinds[e.type] ?? {}, e.props), id: e.props.id } }))
  const props = (kinds: Readonly<Record<string, PropKind>>, values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, prop(kind, values[name])]))
  const prop = (kind: PropKind, value: unknown): unknown => {
    if (kind.kind === 'rich') return richToHtml(typeof value === 'string' ? value : '')
    if (kind.kind === 'video') return player(String(value ?? ''))
    if (kind.kind === 'slot') return list((value ?? []) as Element[])
    if (kind.kind === 'list') return ((value ?? []) as Record<string, unknown>[]).map((item) => props(kind.of, item))
    return value
  }
  return {
    root: elements.root,
    content: list(elements.content),
    zones: Object.fromEntries(Object.entries(elements.zones).map(([k, v]) => [k, list(v)])),
  }
}
