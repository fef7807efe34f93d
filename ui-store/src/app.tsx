import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import type { createStore } from 'jotai'
import { StrictMode } from 'react'
import { ShopProvider } from './kit/shop.tsx'
import type { Shop } from './kit/types.ts'
import type { StoreRouter } from './shell/router.tsx'

type Store = ReturnType<typeof createStore>

/** Props of the store application. */
export interface AppProps {
  shop: Shop
  router: StoreRouter
  store: Store
}

/** The store application for one visitor. */
export const App = ({ shop, router, store }: AppProps) => (
  <StrictMode>
    <Provider store={store}>
      <ShopProvider value={shop}>
        <RouterProvider router={router} />
      </ShopProvider>
    </Provider>
  </StrictMode>
)
