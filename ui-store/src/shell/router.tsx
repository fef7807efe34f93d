import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { Shop } from '../kit/types.ts'
import { Layout } from './layout.tsx'
import { loadOutcome } from './load-outcome.ts'
import { GoTo } from './outcome.ts'
import type { Outcome, Seed } from './outcome.ts'
import { ScreenView } from './screen-view.tsx'

interface RouterInput {
  shop: Shop
  history: RouterHistory
  seed?: Seed | undefined
  isServer?: boolean
}

const rootRoute = createRootRouteWithContext<{ shop: Shop }>()({ component: Layout })

/** Catch-alls last, whatever order plugins come in; the router ranks the rest itself. */
const catchAllLast = (a: { path: string }, b: { path: string }) =>
  Number(a.path.startsWith('/$')) - Number(b.path.startsWith('/$'))

/** Values of a query as plain texts: an order number such as 0012 must stay what it is. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

const stringifySearch = (search: Record<string, unknown>) => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** The store's router, made of the paths the server told. */
export const createStoreRouter = ({ shop, history, seed, isServer }: RouterInput) => {
  let unused = seed
  const screenRoute = (path: string, id: string) => createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: ScreenView,
    loaderDeps: ({ search }) => search as Record<string, string>,
    loader: async ({ params, deps, location }): Promise<Outcome> => {
      const here = unused
      unused = undefined
      try {
        const context = { ...shop, path: location.pathname, params: params as Record<string, string>, search: deps }
        return await loadOutcome(id, context, here)
      } catch (error) {
        if (error instanceof GoTo) throw redirect({ to: error.to, replace: true })
        throw error
      }
    },
  })
  const known = shop.bootstrap.routes.toSorted(catchAllLast)
  const children = known.map(({ path, screen }) => screenRoute(path, screen))
  return createRouter({
    routeTree: rootRoute.addChildren([...children, screenRoute('$', '')]),
    history,
    context: { shop },
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
