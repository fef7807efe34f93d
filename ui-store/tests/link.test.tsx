import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link as RouterLink,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Link } from '../src/kit/link.tsx'
import { ShopProvider } from '../src/kit/shop.tsx'
import type { Shop } from '../src/kit/types.ts'

/** Renders an element at a path, with or without the language prefix. */
const drawn = async (prefix: string, at: string, element: ReactElement): Promise<string> => {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => element })
  const router = createRouter({
    routeTree: root.addChildren([page('/'), page('/category/$url'), page('$')]),
    history: createMemoryHistory({ initialEntries: [prefix + at] }),
    basepath: prefix || '/',
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => (Object.keys(search).length > 0 ? `?${new URLSearchParams(search as never)}` : ''),
    trailingSlash: 'never',
    isServer: true,
  })
  await router.load()
  return renderToStaticMarkup(
    <ShopProvider value={{ prefix } as Shop}>
      <RouterProvider router={router} />
    </ShopProvider>,
  )
}

const ADDRESSES = ['/', '/category/tea', '/category/tea-2', '/category', '/category/tea/green', '/account', '/blog/About_us']

test("a rendered link is identical to the router's link in the browser", async () => {
  for (const prefix of ['', '/zh-HK'])
    for (const at of ['/', '/category/tea', '/category/tea?page=2', '/category/tea/green', '/account?tab=orders'])
      for (const to of ADDRESSES)
        for (const more of [
          {},
          { className: 'card', 'aria-label': 'To it' },
          { 'aria-current': 'true', id: 'x', preload: false },
        ] as const) {
          const expected = await drawn(
            prefix,
            at,
            <RouterLink to={to} search={{} as never} {...(more as object)}>
              Tea
            </RouterLink>,
          )
          expect(expected).toContain(`href="${prefix}${to}"`)
          const found = await drawn(
            prefix,
            at,
            <Link to={to} {...(more as object)}>
              Tea
            </Link>,
          )
          expect(found, `${to} on ${prefix}${at}`).toBe(expected)
        }
})

test('a link with a query, a hash or non-ASCII letters has the right href', async () => {
  const hrefs = async (to: string) => /href="([^"]*)"/.exec(await drawn('/zh-HK', '/', <Link to={to}>Tea</Link>))?.[1]
  expect(await hrefs('/category/tea?page=2')).toBe('/zh-HK/category/tea?page=2')
  expect(await hrefs('/category/tea#more')).toBe('/zh-HK/category/tea#more')
  expect(await hrefs('/category/茶')).toBe(`/zh-HK/category/${encodeURIComponent('茶')}`)
})

test('a link that is active only with its exact query is rendered by the router', async () => {
  const exact = { activeOptions: { exact: true } } as object
  const link = (
    <Link to="/category/tea" {...exact}>
      Tea
    </Link>
  )
  expect(await drawn('', '/category/tea?page=2', link)).not.toContain('active')
  expect(await drawn('', '/category/tea', link)).toContain('data-status="active"')
})
