import type { ProductCard } from '#plugins/catalogue/index'

/** What the store's public calls of this plugin answer. Types only. Rich texts are sanitised HTML. */

/** Answer of `POST /api/page {url, language}`: a static page. */
export interface PageView {
  id: number
  title: string
  url: string
  short_description: string
  content: string
  image: string | null
  meta_title: string
  meta_description: string
  /** The page's own styles, held to the element with the class `page-<id>`. */
  css?: string
  /** The shop's own scripts of this page; absent while a staff session is in the browser. */
  header_script?: string
  footer_script?: string
  /** There are scripts, and they were left out because a staff session is in the browser. */
  muted?: true
  updated_at: string
}

/** Answer of `POST /api/block {identifier, language}`; an empty object when there is no live block of that name. */
export interface BlockView {
  identifier?: string
  title?: string
  content?: string
  /** Held to the element with the class `block-<identifier>`. */
  css?: string
}

/** One line of `GET /api/menu?language=`. `to` is where it leads: a path of the store, or another site. */
export interface MenuNode {
  id: number
  title: string
  type: string
  url: string
  to: string
  open_in_current_tab: boolean
  display_in_mobile: boolean
  display_in_desktop: boolean
  children: MenuNode[]
}

/** Answer of `POST /api/menu {url, language}`: what the entry says about its page; an empty object without one. */
export interface MenuView extends Omit<MenuNode, 'children'> {
  short_description: string
  image: string | null
  meta_title: string
  meta_description: string
  css?: string
  products: ProductCard[]
}

/** One line of `GET /api/slider?language=&position=home`. */
export interface SlideView {
  id: number
  title: string
  subtitle: string
  image: string
  image_mobile: string | null
  url: string
  button: string
  open_in_current_tab: boolean
}

/** One line of `GET /api/announcement?language=`. */
export interface AnnouncementView {
  id: number
  title: string
  content: string
  pinned: boolean
  dismissible: boolean
}

export interface ArticleCard {
  id: number
  title: string
  url: string
  /** Plain text. */
  summary: string
  image: string | null
  /** The day it is dated, "2026-11-21". */
  date: string
}

export interface CategoryLink {
  title: string
  url: string
}

/** Answer of `POST /api/article {url, language}`. */
export interface ArticleView extends ArticleCard {
  short_description: string
  content: string
  banner: string | null
  meta_title: string
  meta_short_description: string
  categories: CategoryLink[]
  products: ProductCard[]
  related: ArticleCard[]
  updated_at: string
}

export interface ArticleList {
  data: ArticleCard[]
  total: number
  page: number
  limit: number
}

/** Answer of `POST /api/blog_category {url, language, page?}`. */
export interface BlogCategoryView {
  id: number
  title: string
  url: string
  short_description: string
  image: string | null
  meta_title: string
  meta_short_description: string
  categories: CategoryLink[]
  articles: ArticleList
}

/** One element of a landing page, as the builder keeps it. Its properties stand in `domain/element-kinds.ts`. */
export interface Element {
  type: string
  props: { id: string; [prop: string]: unknown }
}

/** What the builder keeps of a page. */
export interface Elements {
  root: { props?: { title?: string } }
  content: Element[]
  zones: Record<string, Element[]>
}

/** Answer of `POST /api/landing_page {url, language}`. `widgets` holds what lists show, by element id. */
export interface LandingView {
  id: number
  title: string
  url: string
  meta_description: string
  elements: Elements
  widgets: Record<string, unknown[]>
  updated_at: string
}

/** One step of a traffic report. */
export interface Interval {
  /** "2026", "2026-11" or "2026-11-21". */
  interval: string
  count: number
}

/** Answer of `POST /api/admin/report/landing {landing_page_id, from, to}`. */
export interface LandingReport {
  visit: { year: Interval[]; month: Interval[]; day: Interval[] }
  transfer: { year: Interval[]; month: Interval[]; day: Interval[] }
}

/** What the shop says about how to reach it, the group `contact` of `GET /api/settings`. */
export interface ContactSettings {
  public_email: string | null
  public_phone: string | null
  address: string
  hours: string
  map_url: string | null
}

declare module '#core/wire-site' {
  interface SiteSettings {
    template: { template: string; accent: string; surface: string; ink: string; sale: string }
    contact: ContactSettings
  }
}
