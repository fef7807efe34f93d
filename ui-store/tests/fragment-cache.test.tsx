import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createStore, Provider } from 'jotai'
import { useId } from 'react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { createPieces, placeAt } from '../server/fragment-cache.ts'
import type { PieceStore } from '../server/fragment-cache.ts'
import { withPieces } from '../src/render-fragment.tsx'
import { Keep } from '../src/kit/cached-html.tsx'
import { Link } from '../src/kit/link.tsx'
import { ShopProvider } from '../src/kit/shop.tsx'
import type { Shop } from '../src/kit/types.ts'
import type { StoreRouter } from '../src/shell/router.tsx'

/** Renders an element at a URL, with fragments from `pieces` if given. */
const drawn = async (at: string, element: ReactElement, pieces?: PieceStore, frame = 'frame'): Promise<string> => {
  const root = createRootRoute({ component: () => element, notFoundComponent: Outlet })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => (Object.keys(search).length > 0 ? `?${new URLSearchParams(search as never)}` : ''),
    isServer: true,
  })
  await router.load()
  const plain = { shop: { prefix: '' } as Shop, router: router as unknown as StoreRouter, store: createStore() }
  const { shop, store } = pieces ? withPieces(plain, pieces, frame) : plain
  return renderToString(
    <Provider store={store}>
      <ShopProvider value={shop}>
        <RouterProvider router={router} />
      </ShopProvider>
    </Provider>,
  )
}

const ran = vi.fn<() => void>()
const Navigation = ({ to }: { to: string[] }) => {
  ran()
  return (
    <>
      Menu {to.length} all
      <ul>
        {to.map((path) => (
          <li key={path}>
            <Link to={path}>{path}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const Field = () => <input id={useId()} />

const page = (to: string[]) => (
  <main>
    <Field />
    <Keep as="nav" name="test/nav" dependsOn={to} className="wide">
      <Navigation to={to} />
    </Keep>
    <p>After</p>
    <Field />
  </main>
)

const PLAIN = ['/', '/category', '/category/tea', '/category/tea/green', '/about']

describe('a cached fragment of pages', () => {
  it('equals what is rendered in place, whichever page rendered it first', async () => {
    const pieces = createPieces(100_000)
    const addresses = ['/about', '/category/tea', '/', '/category/tea/green', '/category/tea?page=2', '/elsewhere', '/about']
    for (const to of [PLAIN, [...PLAIN, '/category/茶', '/category/tea?page=2']])
      for (const at of addresses) expect(await drawn(at, page(to), pieces), at).toBe(await drawn(at, page(to)))
  })

  it('is rendered once for all pages without an active link, and once for each of the others', async () => {
    const pieces = createPieces(100_000)
    ran.mockClear()
    for (const at of ['/one', '/two', '/three?page=2', '/one']) await drawn(at, page(PLAIN), pieces)
    expect(ran).toHaveBeenCalledTimes(1)
    for (const at of ['/about', '/category/tea', '/about', '/category/tea?page=2', '/two']) await drawn(at, page(PLAIN), pieces)
    expect(ran).toHaveBeenCalledTimes(3)
  })

  it('with a link that depends on the query is rendered for each URL with a query', async () => {
    const pieces = createPieces(100_000)
    const to = ['/category/tea?page=2']
    ran.mockClear()
    for (const at of ['/one?page=2', '/one?page=2', '/two?page=3']) await drawn(at, page(to), pieces)
    expect(ran).toHaveBeenCalledTimes(3)
    expect(await drawn('/category/tea?page=2', page(to), pieces)).toContain('data-status="active"')
    expect(await drawn('/category/tea?page=3', page(to), pieces)).not.toContain('data-status="active"')
  })

  it('is rendered again for other content or another page frame', async () => {
    const pieces = createPieces(100_000)
    expect(await drawn('/', page(['/tea']), pieces)).toContain('href="/tea"')
    expect(await drawn('/', page(['/milk']), pieces)).toContain('href="/milk"')
    ran.mockClear()
    await drawn('/', page(['/tea']), pieces)
    await drawn('/', page(['/tea']), pieces, 'another frame')
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('is rendered in place when it has a page-specific id or a preloaded picture', async () => {
    const inPlace = (element: ReactElement) => (
      <Keep as="div" name="test/own">
        {element}
      </Keep>
    )
    for (const element of [<Field key="id" />, <img key="img" src="/tea.webp" alt="Tea" fetchPriority="high" />]) {
      const pieces = createPieces(100_000)
      for (const _ of [1, 2]) expect(await drawn('/', inPlace(element), pieces)).toBe(await drawn('/', inPlace(element)))
    }
  })
})

describe('the fragment cache of a process', () => {
  const place = placeAt('/', '')
  const piece = (html: string) => ({ html, links: new Set<string>(), bound: false })

  it('keeps fragments that are requested, and evicts others when it is full', () => {
    const pieces = createPieces(100)
    const ask = (key: string) => pieces.get(key, place, () => piece(`${key} drawn anew`))
    ask('used')
    ask('left')
    for (let n = 0; n < 20; n++) {
      ask(`other ${n}`)
      ask('used')
    }
    const found = (key: string) => pieces.get(key, place, () => piece('gone'))
    expect(found('used')).toBe('used drawn anew')
    expect(found('left')).toBe('gone')
  })

  it('evicts fragments of URLs no longer visited, also when they are on every page', () => {
    const pieces = createPieces(10_000)
    const draw = vi.fn<() => ReturnType<typeof piece>>(() => ({ ...piece('navigation'.repeat(10)), bound: true }))
    for (let n = 0; n < 200; n++) pieces.get('nav', placeAt(`/page-${n}`, ''), draw)
    expect(draw).toHaveBeenCalledTimes(200)
    pieces.get('nav', placeAt('/page-199', ''), draw)
    expect(draw).toHaveBeenCalledTimes(200)
    pieces.get('nav', placeAt('/page-0', ''), draw)
    expect(draw).toHaveBeenCalledTimes(201)
  })

  it('never returns a fragment of another frame, however many there were', () => {
    const pieces = createPieces(1_000_000)
    const names = Array.from({ length: 250 }, (_, n) => {
      const name = pieces.frameName(`frame ${n}`)
      expect(pieces.get(`${name} nav`, place, () => piece(`nav ${n}`))).toBe(`nav ${n}`)
      return name
    })
    expect(new Set(names).size).toBe(250)
  })
})
