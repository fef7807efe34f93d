import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { ScreenRef, Shop } from '../kit/types.ts'
import { BareLayout, Layout, QuietLayout } from './layout.tsx'
import { loadOutcome } from './load-outcome.ts'
import { GoTo } from './outcome.ts'
import type { Outcome, Seed } from './outcome.ts'
import { noteWords } from './read-words.ts'
import type { ReadWords } from './read-words.ts'
import { ScreenView } from './screen-view.tsx'

interface RouterContext {
  shop: Shop
  /** Data that came with the page, for the first screen only. */
  takeSeed: () => Seed | undefined
  readWords?: ReadWords | undefined
}

interface RouterInput {
  shop: Shop
  history: RouterHistory
  seed?: Seed | undefined
  isServer?: boolean
  readWords?: ReadWords
}

/** Catch-all routes last, whatever the order of plugins; the router ranks the others. */
const catchAllLast = (a: { path: string }, b: { path: string }) => Number(a.path.startsWith('/$')) - Number(b.path.startsWith('/$'))

/** Parses a query string to texts: a value such as 0012 must not become a number. */
const parseSearch = (text: string) => {
  const values: Record<string, string> = {}
  // Without scripts, a form repeats the name for each checked checkbox.
  for (const [key, value] of new URLSearchParams(text)) values[key] = values[key] ? `${values[key]},${value}` : value
  return values
}

const stringifySearch = (search: Record<string, unknown>) => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** The route tree. Must not contain visitor data, because it is shared by all requests. */
const makeTree = (routes: ScreenRef[]) => {
  const rootRoute = createRootRouteWithContext<RouterContext>()({})
  const frame = createRoute({ getParentRoute: () => rootRoute, id: 'frame', component: Layout })
  const bare = createRoute({ getParentRoute: () => rootRoute, id: 'bare', component: BareLayout })
  const quiet = createRoute({ getParentRoute: () => rootRoute, id: 'quiet', component: QuietLayout })
  type Frame = typeof frame | typeof bare | typeof quiet
  const screenRoute = (parent: Frame, path: string, id: string) =>
    createRoute({
      getParentRoute: () => parent as typeof frame,
      path,
      component: ScreenView,
      loaderDeps: ({ search }) => search as Record<string, string>,
      loader: async ({ context: { shop, takeSeed, readWords }, params, deps, location }): Promise<Outcome> => {
        try {
          const here = {
            ...shop,
            path: location.pathname,
            params: params as Record<string, string>,
            search: readWords ? noteWords(deps, readWords) : deps,
          }
          return await loadOutcome(id, here, takeSeed())
        } catch (error) {
          if (error instanceof GoTo) {
            const options = { replace: true, statusCode: error.status }
            if (/^https?:/.test(error.to)) throw redirect({ href: error.to, ...options })
            const { pathname, searchParams } = new URL(error.to, 'http://x')
            throw redirect({ to: pathname, search: Object.fromEntries(searchParams) as never, ...options })
          }
          throw error
        }
      },
    })
  const below = (parent: Frame, frameName: ScreenRef['frame']) =>
    routes
      .filter((route) => route.frame === frameName)
      .toSorted(catchAllLast)
      .map(({ path, screen }) => screenRoute(parent, path, screen))
  return rootRoute.addChildren([
    frame.addChildren([...below(frame, undefined), screenRoute(frame, '$', '')]),
    bare.addChildren(below(bare, 'none')),
    quiet.addChildren(below(quiet, 'quiet')),
  ])
}

const trees = new WeakMap<ScreenRef[], ReturnType<typeof makeTree>>()

/** The router caches work by tree, so each list of routes gets one tree, which is reused. */
const getTree = (routes: ScreenRef[]) => {
  const tree = trees.get(routes) ?? makeTree(routes)
  trees.set(routes, tree)
  return tree
}

/** The router of one visitor, for the routes of the server. */
export const createStoreRouter = ({ shop, history, seed, isServer, readWords }: RouterInput) => {
  let unused = seed
  const takeSeed = () => {
    const seed = unused
    unused = undefined
    return seed
  }
  return createRouter({
    routeTree: getTree(shop.bootstrap.routes),
    history,
    context: { shop, takeSeed, readWords },
    basepath: shop.prefix || '/',
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultStaleTime: 10_000,
    defaultPreloadStaleTime: 20_000,
    scrollRestoration: !isServer,
    ...(isServer === undefined ? {} : { isServer }),
  })
}

export type StoreRouter = ReturnType<typeof createStoreRouter>
