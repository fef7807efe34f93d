import { RouterContextProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { placeAt } from '../server/pieces.ts'
import type { DrawnPiece, PieceStore } from '../server/pieces.ts'
import type { AppProps } from './app.tsx'
import { ShopProvider } from './kit/shop.tsx'

/** In front of ids React makes for what is drawn apart. They would not be those the browser makes. */
const ID = 'apart'

/** React counts the ids of the component it draws in one place for all drawings: after this one they are none again. */
const Last = () => null

/** Draws a piece apart from its page; undefined when it says something of the page around it: ids, pictures to fetch first. */
const drawApart = ({ shop, router, store }: AppProps, what: ReactNode): DrawnPiece | undefined => {
  const links = new Set<string>()
  let bound = false
  const linked = (path: string | undefined) => {
    if (path === undefined) bound = true
    else links.add(path)
  }
  // A piece in a piece is drawn with it.
  const { piece: _, ...bare } = shop
  const html = renderToString(
    <Provider store={store}>
      <ShopProvider value={{ ...bare, linked }}>
        <RouterContextProvider router={router}>
          {what}
          <Last />
        </RouterContextProvider>
      </ShopProvider>
    </Provider>,
    { identifierPrefix: ID },
  )
  return html.includes(`_${ID}R_`) || html.startsWith('<link') ? undefined : { html, links, bound }
}

/** The same page with its pieces out of what was drawn for others: `frame` says which frame they belong to. */
export const withPieces = (page: AppProps, pieces: PieceStore, frame: string): AppProps => {
  const { pathname, searchStr } = page.router.state.location
  const place = placeAt(pathname, searchStr)
  const within = pieces.frameName(frame)
  const piece = (name: string, of: unknown, what: ReactNode) => {
    const key = of === undefined ? `${within} ${name}` : `${within} ${name} ${JSON.stringify(of)}`
    return pieces.get(key, place, () => drawApart(page, what))
  }
  return { ...page, shop: { ...page.shop, piece } }
}
