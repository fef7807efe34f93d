import { RouterContextProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { placeAt } from '../server/fragment-cache.ts'
import type { DrawnPiece, PieceStore } from '../server/fragment-cache.ts'
import type { AppProps } from './app.tsx'
import { ShopProvider } from './kit/shop.tsx'

/** Prefix of ids that React creates in separately rendered fragments. They would differ from those in the browser. */
const ID = 'apart'

/** React keeps the id counter in a module variable; rendering this component resets it. */
const Last = () => null

/** Renders a fragment separately from its page; undefined when the result depends on the page: React ids or preloaded images. */
const drawApart = ({ shop, router, store }: AppProps, content: ReactNode): DrawnPiece | undefined => {
  const links = new Set<string>()
  let bound = false
  const linked = (path: string | undefined) => {
    if (path === undefined) bound = true
    else links.add(path)
  }
  // Nested fragments are rendered with it.
  const { piece: _, ...bare } = shop
  const html = renderToString(
    <Provider store={store}>
      <ShopProvider value={{ ...bare, linked }}>
        <RouterContextProvider router={router}>
          {content}
          <Last />
        </RouterContextProvider>
      </ShopProvider>
    </Provider>,
    { identifierPrefix: ID },
  )
  return html.includes(`_${ID}R_`) || html.startsWith('<link') ? undefined : { html, links, bound }
}

/** The page with fragments from the cache; `frame` identifies the frame they depend on. */
export const withPieces = (page: AppProps, pieces: PieceStore, frame: string): AppProps => {
  const { pathname, searchStr } = page.router.state.location
  const place = placeAt(pathname, searchStr)
  const within = pieces.frameName(frame)
  const piece = (name: string, dependsOn: unknown, content: ReactNode) => {
    const key = dependsOn === undefined ? `${within} ${name}` : `${within} ${name} ${JSON.stringify(dependsOn)}`
    return pieces.get(key, place, () => drawApart(page, content))
  }
  return { ...page, shop: { ...page.shop, piece } }
}
