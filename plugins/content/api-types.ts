import { type Shape, t } from 'stoa'
import { ProductCard } from 'stoa/plugins/catalogue'

/** Response types of the public content API. Screens import the types alone, not the schemas. Rich texts are sanitized HTML. */

/** A static page, without the fields of extensions. */
export const pagePage = t.object({
  id: t.id(),
  title: t.text(),
  url: t.text(),
  short_description: t.text(),
  content: t.text(),
  image: t.maybe(t.text()),
  meta_title: t.text(),
  meta_description: t.text(),
  css: t.optional(t.text('Styles of the page, scoped to the element with the class `page-<id>`.')),
  header_script: t.optional(t.text('Scripts of the page; absent while the browser has a staff session.')),
  footer_script: t.optional(t.text()),
  muted: t.optional(t.flag('The page has scripts, which were omitted because the browser has a staff session.')),
  updated_at: t.dateTime(),
})
/** Answer of `POST /api/page {url, language}`. */
export const PageView = t.view(pagePage, 'page', 'page')
export type PageView = Shape<typeof PageView>

/** A link to a page. */
export const PageLink = t.object({ title: t.text(), url: t.text() })
export type PageLink = Shape<typeof PageLink>

/** Answer of `POST /api/block {identifier, language}`; an empty object when no block with this identifier is enabled. */
export const BlockView = t.object({
  identifier: t.optional(t.text()),
  title: t.optional(t.text()),
  content: t.optional(t.text()),
  css: t.optional(t.text('Styles scoped to the element with the class `block-<identifier>`.')),
})
export type BlockView = Shape<typeof BlockView>

const line = t.object({
  id: t.id(),
  title: t.text(),
  type: t.text(),
  url: t.text(),
  to: t.text('Target: a path of the store, or an external URL.'),
  open_in_current_tab: t.flag(),
  display_in_mobile: t.flag(),
  display_in_desktop: t.flag(),
})

/** One entry of `GET /api/menu?language=`, with its children. */
export type MenuNode = Shape<typeof line> & { children: MenuNode[] }
export const MenuNode = t.open<MenuNode>(t.both(line, t.object({ children: t.list(t.record(t.any())) })))

/** Answer of `POST /api/menu {url, language}`: the banner and other page data of a menu entry; an empty object without one. */
export const MenuView = t.both(
  line,
  t.object({
    short_description: t.text(),
    image: t.maybe(t.text()),
    meta_title: t.text(),
    meta_description: t.text(),
    css: t.optional(t.text()),
    products: t.list(ProductCard),
  }),
)
export type MenuView = Shape<typeof MenuView>

/** How the URL of a menu entry is chosen: among the rows of a resource (`of`), as a constant (`fixed`), or typed when both are null. */
export const MenuUrl = t.object({ type: t.text(), of: t.maybe(t.text()), fixed: t.maybe(t.text()) })
export type MenuUrl = Shape<typeof MenuUrl>

/** One slide of `GET /api/slider?language=&position=home`. */
export const SlideView = t.object({
  id: t.id(),
  title: t.text(),
  subtitle: t.text(),
  image: t.text(),
  image_mobile: t.maybe(t.text()),
  url: t.text(),
  button: t.text(),
  open_in_current_tab: t.flag(),
})
export type SlideView = Shape<typeof SlideView>

/** One announcement of `GET /api/announcement?language=`. */
export const AnnouncementView = t.object({
  id: t.id(),
  title: t.text(),
  content: t.text(),
  pinned: t.flag(),
  dismissible: t.flag(),
})
export type AnnouncementView = Shape<typeof AnnouncementView>

/** The readers of an announcement, and the members of staff who have not read it. */
export const Readers = t.object({
  html: t.text('The announcement as readers see it.'),
  staff: t.list(t.object({ id: t.id(), name: t.text(), read_at: t.maybe(t.dateTime()) })),
  customers: t.int('Number of customers who closed it.'),
})
export type Readers = Shape<typeof Readers>

export const ArticleCard = t.object({
  id: t.id(),
  title: t.text(),
  url: t.text(),
  summary: t.text('Plain text.'),
  image: t.maybe(t.text()),
  date: t.day('Date of publication.'),
})
export type ArticleCard = Shape<typeof ArticleCard>

export const CategoryLink = t.object({
  title: t.text(),
  url: t.text(),
})
export type CategoryLink = Shape<typeof CategoryLink>

/** An article as its page shows it, without the fields of extensions. */
export const articlePage = t.both(
  ArticleCard,
  t.object({
    short_description: t.text(),
    content: t.text(),
    banner: t.maybe(t.text()),
    meta_title: t.text(),
    meta_short_description: t.text(),
    categories: t.list(CategoryLink),
    products: t.list(ProductCard),
    related: t.list(ArticleCard),
    updated_at: t.dateTime(),
  }),
)
/** Answer of `POST /api/article {url, language}`. */
export const ArticleView = t.view(articlePage, 'article', 'page')
export type ArticleView = Shape<typeof ArticleView>

export const ArticleList = t.object({
  data: t.list(ArticleCard),
  total: t.int(),
  page: t.int(),
  limit: t.int(),
})
export type ArticleList = Shape<typeof ArticleList>

/** Answer of `POST /api/blog_category {url, language, page?}`. */
export const BlogCategoryView = t.object({
  id: t.id(),
  title: t.text(),
  url: t.text(),
  short_description: t.text(),
  image: t.maybe(t.text()),
  meta_title: t.text(),
  meta_short_description: t.text(),
  categories: t.list(CategoryLink),
  articles: ArticleList,
})
export type BlogCategoryView = Shape<typeof BlogCategoryView>

/** One element of a landing page in the format of the builder. `domain/element-kinds.ts` lists the properties. */
export interface Element {
  type: string
  props: { id: string; [prop: string]: unknown }
}

/** Content of a page in the format of the builder. */
export interface Elements {
  root: { props?: { title?: string } }
  content: Element[]
  zones: Record<string, Element[]>
}

const element = t.object({ type: t.text(), props: t.record(t.any()) })
const elements = t.open<Elements>(t.object({ root: t.record(t.any()), content: t.list(element), zones: t.record(t.list(element)) }))

/** The renderable part of a landing page. `widgets` contains the items of list elements, by element id. */
export const LandingDrawn = t.object({ elements, widgets: t.record(t.list(t.any())) })
export type LandingDrawn = Shape<typeof LandingDrawn>

/** Answer of `POST /api/landing_page {url, language}`. */
export const LandingView = t.both(
  t.object({
    id: t.id(),
    title: t.text(),
    url: t.text(),
    meta_description: t.text(),
    updated_at: t.dateTime(),
  }),
  LandingDrawn,
)
export type LandingView = Shape<typeof LandingView>

/** One interval of a traffic report. */
export const Interval = t.object({
  interval: t.text('"2026", "2026-11" or "2026-11-21".'),
  count: t.int(),
})
export type Interval = Shape<typeof Interval>

/** Answer of `POST /api/admin/report/landing {landing_page_id, from, to}`. */
export const LandingReport = t.object({
  visit: t.object({
    year: t.list(Interval),
    month: t.list(Interval),
    day: t.list(Interval),
  }),
  transfer: t.object({
    year: t.list(Interval),
    month: t.list(Interval),
    day: t.list(Interval),
  }),
})
export type LandingReport = Shape<typeof LandingReport>

/** Contact details of the shop: the group `contact` of `GET /api/settings`. */
export interface ContactSettings {
  public_email: string | null
  public_phone: string | null
  address: string
  hours: string
  map_url: string | null
}

declare module 'stoa/site-types' {
  interface SiteSettings {
    template: { template: string; accent: string; surface: string; ink: string; sale: string }
    contact: ContactSettings
  }
}
