/**
 * Everything specific to server rendering and hydration of TanStack Router. Its own server rendering API is experimental; this uses
 * only the stable router.
 */
import { createBrowserHistory, createMemoryHistory } from '@tanstack/react-router'
import { createStore } from 'jotai'
import type { AppProps } from './app.tsx'
import type { Shop } from './kit/types.ts'
import type { Outcome, Seed } from './shell/outcome.ts'
import { createStoreRouter } from './shell/router.tsx'
import type { StoreRouter } from './shell/router.tsx'
import type { ReadWords } from './shell/read-words.ts'

/** The server's result for a URL: a redirect, or a page to render. */
export type ServerPage = { readWords: ReadWords } & ({ redirect: string; status: number } | { outcome: Outcome; app: AppProps })

/** Loads the page of a URL without rendering it. */
export const loadServerPage = async (shop: Shop, href: string): Promise<ServerPage> => {
  const history = createMemoryHistory({ initialEntries: [href] })
  const readWords: ReadWords = { names: new Set(), all: false }
  const router = createStoreRouter({ shop, history, isServer: true, readWords })
  await router.load()
  const result = router._serverResult
  if (result?.type === 'redirect') {
    const { headers, status } = result.redirect
    return { redirect: headers.get('location') ?? result.redirect.options.href ?? '/', status, readWords }
  }
  const outcome = router.state.matches.at(-1)?.loaderData as Outcome | undefined
  const failure = router.state.matches.find((match) => match.status === 'error')?.error
  if (failure) throw failure
  if (!outcome) throw new Error(`Nothing was loaded for ${href}`)
  return { readWords, outcome, app: { shop, router, store: createStore() } }
}

/** A router in the browser that starts with the server-rendered page. */
export const wakeRouter = async (shop: Shop, seed: Seed | undefined): Promise<StoreRouter> => {
  const router = createStoreRouter({ shop, history: createBrowserHistory(), seed })
  // Tells the router that server-rendered markup exists, so that it renders the same tree without an extra boundary.
  if (seed) router.ssr = { manifest: undefined }
  await router.load()
  return router
}
