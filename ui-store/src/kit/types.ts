import type { ComponentType, ReactNode } from 'react'
import type { createStore } from 'jotai'
import type { Locale, SiteSettings } from 'stoa/api-types'
import type { Call } from './call.ts'

/** Translates a key such as `shell.menu`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * Data that plugins load for the frame of every page, by name. Each declares its type: `declare module
 * '…/ui-store/src/kit/types.ts' { interface Frame { menu: MenuNode[] } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- plugins fill it
export interface Frame {}

/** Data that every page needs before rendering; loaded once per visit. */
export interface ShellData extends Frame {
  settings: SiteSettings
}

/** Arguments of a frame loader. */
export interface FrameContext {
  call: Call
  language: Locale
  settings: SiteSettings
}

/** A search suggestion. */
export interface Suggestion {
  /** Heading under which suggestions of one kind are grouped. */
  group: string
  to: string
  title: string
  detail?: string
  /** Path of its picture; null when it has none, absent where there are never pictures. */
  image?: string | null
  /** Selects the placeholder drawing. */
  seed?: number
}

/** Hooks that one plugin provides and pages of others use, by name. The using plugin declares the type, as for `Frame`. */
export interface Hooks {
  /** Suggestions for an incomplete keyword. */
  suggesting: (keyword: string) => Promise<Suggestion[]>
}

/** The appearance of the shop: a template, and colours by name. */
export interface Look {
  template: string
  colours: Record<string, string>
}

export interface ScreenRef {
  path: string
  screen: string
  /** `none`: without a frame; `quiet`: in a frame without navigation; else in the shop's frame. */
  frame?: 'none' | 'quiet'
}
export interface SlotRef {
  at: string
  screen: string
  order?: number
}

/** Facts only the server knows; sent with the page. */
export interface Bootstrap {
  routes: ScreenRef[]
  slots: SlotRef[]
  /** For example `https://shop.example`, without trailing slash. */
  origin: string
  signedIn: boolean
  /** The browser has a staff session: the shop's own scripts are not run. */
  staff: boolean
  /** The shop has scripts for every page, and they were omitted because of the staff session. */
  muted?: boolean
}

/** A shop as one visitor sees it: created per request on the server, once in the browser. */
export interface Shop {
  language: Locale
  /** `/zh-HK` for example, when the URL contains the language, else empty. */
  prefix: string
  /** Code of the currency when the page was loaded. */
  currency: string
  bootstrap: Bootstrap
  shell: ShellData
  call: Call
  t: Translate
  /** On the server, for visitors who are not signed in: the cached HTML of a fragment; undefined when it must be rendered in place. */
  piece?: (name: string, dependsOn: unknown, content: ReactNode) => string | undefined
  /** Called for each link of such a fragment during rendering; without a path for links whose appearance depends on the full URL. */
  linked?: (path: string | undefined) => void
}

/** Argument of a screen's `load` and `head`. */
export interface ScreenContext extends Shop {
  /** Path without the language prefix. */
  path: string
  params: Record<string, string>
  /**
   * Query parameters. Read them by name: the page cache uses the parameters a page reads, and a page that enumerates them is not
   * cached.
   */
  search: Record<string, string>
  /** Loads the data of the components in a slot of this screen; with `only` of one component, by its screen id. */
  loadSlots: (at: string, only?: string) => Promise<SlotData>
}

/** Data of the components in one slot, by screen id. */
export type SlotData = Record<string, unknown>

/** Content of the document head. */
export interface HeadInfo {
  title: string
  description?: string
  /** Path for canonical link and alternates, without prefix; the current one when absent. */
  path?: string
  image?: string | null
  /** Open Graph type: `website` when absent. */
  type?: string
  noindex?: boolean
  jsonLd?: Record<string, unknown>[]
}

/**
 * A page of the store, or a slot component (which needs no `head`). The module's default export is the component; it and `head` get
 * the result of `load`.
 */
export interface StoreScreen<Data = never> {
  default: ComponentType<{ data: Data }>
  load?: (context: ScreenContext) => Promise<unknown>
  head?: (data: Data, context: ScreenContext) => HeadInfo
}

/** Exports of `plugins/<id>/store/screens.ts`. */
export interface StoreParts {
  /** Screens and slot components, by the ids in `plugin.ts`. */
  screens: Record<string, () => Promise<StoreScreen>>
  /** Groups of public settings that its pages read from `shell.settings`. */
  settings?: readonly string[]
  /** Data it loads for every page. It must not depend on the visitor. */
  frame?: { [K in keyof Frame]?: (at: FrameContext) => Promise<Frame[K]> }
  /** Hooks for pages of other plugins. */
  hooks?: { [K in keyof Hooks]?: () => Hooks[K] }
  /** Finds the new URL of a path that no longer exists; undefined when there is none. */
  moved?: (at: { call: Call; path: string }) => Promise<string | undefined>
  /** Runs visitor-specific code after the first screen is hydrated. */
  wake?: (shop: Shop, store: ReturnType<typeof createStore>) => void
  /** Sets the shop's appearance. The last plugin in `stoa.plugins` that defines it wins. */
  look?: (settings: SiteSettings) => Look
}
