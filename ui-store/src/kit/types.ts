import type { ComponentType } from 'react'
import type { Locale, ShopConfig, SiteSettings } from '../../../core/wire.ts'
import type { CategoryNode } from '../../../plugins/catalogue/wire.ts'
import type { AnnouncementView, BlockView, ContactSettings, MenuNode } from '../../../plugins/content/wire.ts'
import type { Call } from './call.ts'

/** Translates a key such as `catalogue.add_to_cart`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

/** What every page needs before it is drawn; loaded once per visit. */
export interface ShellData {
  settings: SiteSettings
  config: ShopConfig
  /** How to reach the shop. */
  contact: Partial<ContactSettings>
  /** The shop's own navigation; empty when it has none, then the categories stand in. */
  menu: MenuNode[]
  categories: CategoryNode[]
  footer: BlockView
  announcements: AnnouncementView[]
  /** The shop's static pages, for the footer. */
  pages: { title: string; url: string }[]
}

export interface ScreenRef {
  path: string
  screen: string
  /** Shown alone, without the frame of the shop. */
  bare?: boolean
}
export interface SlotRef {
  at: string
  screen: string
  order?: number
}

/** Facts only the server knows; they travel with the page. */
export interface Bootstrap {
  routes: ScreenRef[]
  slots: SlotRef[]
  /** For example `https://shop.example`, without a slash at the end. */
  origin: string
  signedIn: boolean
  /** A staff session is in this browser: the shop's own scripts stay out. */
  staff: boolean
  /** The shop has scripts for every page, and they were left out for that reason. */
  muted?: boolean
}

/** One shop as one visitor sees it: made per request on the server, once in the browser. */
export interface Shop {
  language: Locale
  /** `/zh-HK` and the like when the address carries the language, else empty. */
  prefix: string
  /** Identifier of the chosen currency when the page was loaded. */
  currency: string
  bootstrap: Bootstrap
  shell: ShellData
  call: Call
  t: Translate
}

/** What a screen's `load` and `head` get. */
export interface ScreenContext extends Shop {
  /** Path without the language prefix. */
  path: string
  params: Record<string, string>
  search: Record<string, string>
  /** Loads what other plugins put in a named place of this screen; `only` one of them, by its screen id. */
  loadSlots: (at: string, only?: string) => Promise<SlotData>
}

/** Data of the slots at one place, by screen id. */
export type SlotData = Record<string, unknown>

/** What goes into the document's head. */
export interface HeadInfo {
  title: string
  description?: string
  /** Path for canonical and alternates, without prefix; the current one when left out. */
  path?: string
  image?: string | null
  type?: 'website' | 'product' | 'article'
  noindex?: boolean
  jsonLd?: Record<string, unknown>[]
}

/** A page of the store, or a piece shown in another one (which needs no `head`). Its module's default export is the component; what `load` gives, it and `head` get. */
export interface StoreScreen<Data = never> {
  default: ComponentType<{ data: Data }>
  load?: (context: ScreenContext) => Promise<unknown>
  head?: (data: Data, context: ScreenContext) => HeadInfo
}

/** What `plugins/<id>/store/index.ts` exports: screens and pieces for slots alike, by the ids `plugin.ts` names. */
export interface StoreParts {
  screens: Record<string, () => Promise<StoreScreen>>
}
