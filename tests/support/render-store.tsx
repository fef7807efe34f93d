import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Locale } from '../../core/api-types.ts'
import { createTranslate, type Messages } from '../../ui-store/src/i18n/create.ts'
import { ShopProvider } from '../../ui-store/src/kit/shop.tsx'
import type { ScreenContext } from '../../ui-store/src/kit/types.ts'

export interface Visit {
  /** Messages of the plugin whose pages are rendered, by plugin name; those of the store shell are in `shell`. */
  texts: Messages
  language?: Locale
  prefix?: string
  signedIn?: boolean
  /** Shared data of every page, in addition to the settings. */
  frame?: Record<string, unknown>
  /** Responses of the server by method and path. */
  answers?: Record<string, (input: any) => unknown>
  params?: Record<string, string>
  search?: Record<string, string>
  path?: string
}

/** The screen context of a store visitor, without a server. */
export function visit({ texts, language = 'en-US', prefix = '', signedIn = false, frame = {}, answers = {}, ...at }: Visit): ScreenContext {
  const call = (method: string) => (path: string, input?: unknown) => {
    const answer = answers[`${method} ${path}`]
    return answer ? Promise.resolve(answer(input)) : Promise.reject(new Error(`nobody answers ${method} ${path}`))
  }
  const currency = { base_currency: 'HKD', supported_currencies: [{ identifier: 'HKD', rate: '1', mark: 'HK$' }] }
  return {
    language,
    prefix,
    currency: 'HKD',
    bootstrap: { routes: [], slots: [], origin: 'https://shop.test', signedIn, staff: false },
    shell: { settings: { currency, basic: {} }, ...frame },
    call: { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') },
    t: createTranslate(language, texts),
    path: '/',
    params: {},
    search: {},
    loadSlots: async () => ({}),
    ...at,
  } as unknown as ScreenContext
}

/** The markup of an element, rendered on the server for a visitor. */
export async function drawn(visitor: ScreenContext, element: ReactElement): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element, notFoundComponent: () => element }),
    history: createMemoryHistory({ initialEntries: [visitor.path] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => (Object.keys(search).length > 0 ? `?${new URLSearchParams(search as never)}` : ''),
    isServer: true,
  })
  await router.load()
  return renderToStaticMarkup(
    createElement(
      Provider,
      { store: createStore() },
      createElement(ShopProvider, { value: visitor }, createElement(RouterProvider, { router: router as never })),
    ),
  )
}

/** The visible text of markup, without tags. */
export const getVisibleText = (html: string): string =>
  html
    .replaceAll(/<(script|style)[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Link targets of markup. */
export const getLinks = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'))
