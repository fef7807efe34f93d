import { type Ctx, contribute, extensionPoint } from 'stoa'
import type { ProductChoice } from 'stoa/plugins/catalogue'
import { newestArticles } from './blog.ts'
import { brandTiles, productCards } from './goods.ts'
import { readBlock } from './page.ts'
import { liveSlides } from './slider.ts'

type Data = Record<string, unknown>

/** Reads the items of a widget. `data` is public input and not trusted. */
export type Widget = (ctx: Ctx, data: Data) => Promise<unknown[]>

/** Widgets by type. A plugin contributes its own: `contributions: [contribute(WIDGETS, 'events_upcoming', () => upcoming)]`. */
export const WIDGETS = extensionPoint<Widget>('content/widgets', { description: 'widgets of store pages, by type' })

const limit = ({ limit: n }: Data) => (Number.isInteger(Number(n)) && Number(n) >= 1 ? Math.min(Number(n), 24) : 8)
const word = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')
const ids = (value: unknown) => (Array.isArray(value) ? value.map(Number).filter((n) => Number.isSafeInteger(n) && n > 0) : []).slice(0, 24)

const products =
  (choice: (data: Data) => ProductChoice): Widget =>
  (ctx, data) =>
    productCards(ctx, choice(data), limit(data))

const widgetsByType: Record<string, Widget> = {
  products_new: products(() => ({ flag: 'new' })),
  products_featured: products(() => ({ flag: 'featured' })),
  products_hot: products(() => ({ flag: 'hot' })),
  products_by_category: products((data) => ({ category: word(data.url ?? data.category) })),
  products_by_ids: products((data) => ({ ids: ids(data.ids) })),
  brands: (ctx, data) => brandTiles(ctx, limit(data)),
  articles_latest: (ctx, data) => newestArticles(ctx, limit(data)),
  articles_by_category: (ctx, data) => newestArticles(ctx, limit(data), word(data.url ?? data.category) || '-'),
  sliders: (ctx, data) => liveSlides(ctx, word(data.position) || 'home'),
  block: async (ctx, data) => [await readBlock(ctx, word(data.identifier))].filter((b) => b.identifier),
}

/** Widgets of this plugin. */
export const ownWidgets = Object.entries(widgetsByType).map(([type, widget]) => contribute(WIDGETS, type, () => widget))

/** The items of a widget; empty when no plugin contributes the type. */
export const readWidget = (ctx: Ctx, type: string, data: Data): Promise<unknown[]> =>
  ctx.kernel.contributions(WIDGETS).get(type)?.(ctx, data) ?? Promise.resolve([])
