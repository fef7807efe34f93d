import type { ComponentType, ReactNode } from 'react'
import type { createStore } from 'jotai'
import type { Locale, SiteSettings } from 'stoa/api-types'
import type { Call } from './call.ts'

/** Translates a key such as `shell.menu`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * What plugins load for the frame of every page, by name. Each tells the type of its own:
 * `declare module '…/ui-store/src/kit/types.ts' { interface Frame { menu: MenuNode[] } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- plugins fill it
export interface Frame {}

/** What every page needs before it is drawn; loaded once per visit. */
export interface ShellData extends Frame {
  settings: SiteSettings
}

/** What a piece of the frame is loaded with. */
export interface FrameContext {
  call: Call
  language: Locale
  settings: SiteSettings
}

/** Something that is offered while a keyword is being typed. */
export interface Suggestion {
  /** Heading it stands under, beside others of its kind. */
  group: string
  to: string
  title: string
  detail?: string
  /** Path of its picture; null when it has none of its own, left out where there are never pictures. */
  image?: string | null
  /** Picks the drawing that stands for a picture. */
  seed?: number
}

/** What hooks answer that pages of one plugin use and another one brings, by name. Whoever uses one tells its type, as with `Frame`. */
export interface Hooks {
  /** Answers what a keyword may mean that is not yet written to its end. */
  suggesting: (keyword: string) => Promise<Suggestion[]>
}

/** How the shop looks: one of the templates, and colours by name. */
export interface Look {
  template: string
  colours: Record<string, string>
}

export interface ScreenRef {
  path: string
  screen: string
  /** Shown alone, or in a frame that leads nowhere else; else in that of the shop. */
  frame?: 'none' | 'quiet'
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
  /**
   * On the server, where nobody is signed in: the HTML of a piece that other pages have alike; undefined when it has to be
   * drawn in its place.
   */
  piece?: (name: string, of: unknown, what: ReactNode) => string | undefined
  /** Hears of the links of such a piece while it is drawn; of those without a path that their looks depend on the whole address. */
  linked?: (path: string | undefined) => void
}

/** What a screen's `load` and `head` get. */
export interface ScreenContext extends Shop {
  /** Path without the language prefix. */
  path: string
  params: Record<string, string>
  /** Words of the query. Read them by name: a page is kept for all visitors by the words it reads, and by none when it goes through all. */
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
  /** Kind of thing for those who show links: `website` when left out. */
  type?: string
  noindex?: boolean
  jsonLd?: Record<string, unknown>[]
}

/** A page of the store, or a piece shown in another one (which needs no `head`). Its module's default export is the component; what `load` gives, it and `head` get. */
export interface StoreScreen<Data = never> {
  default: ComponentType<{ data: Data }>
  load?: (context: ScreenContext) => Promise<unknown>
  head?: (data: Data, context: ScreenContext) => HeadInfo
}

/** What `plugins/<id>/store/screens.ts` exports. */
export interface StoreParts {
  /** Screens and pieces for slots alike, by the ids `plugin.ts` names. */
  screens: Record<string, () => Promise<StoreScreen>>
  /** Groups of public settings that its pages read from `shell.settings`. */
  settings?: readonly string[]
  /** What it loads for every page. It may know nothing of the visitor. */
  frame?: { [K in keyof Frame]?: (at: FrameContext) => Promise<Frame[K]> }
  /** What it does for pages of others. */
  hooks?: { [K in keyof Hooks]?: () => Hooks[K] }
  /** Knows where an address leads now that has nothing behind it; undefined when it leads nowhere. */
  moved?: (at: { call: Call; path: string }) => Promise<string | undefined>
  /** Begins what is personal, once the first screen is awake in the browser. */
  wake?: (shop: Shop, store: ReturnType<typeof createStore>) => void
  /** Says how the shop looks. The last plugin in `stoa.plugins` that says so decides. */
  look?: (settings: SiteSettings) => Look
}
