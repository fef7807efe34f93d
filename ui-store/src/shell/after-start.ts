import { useStore } from 'jotai'
import type { createStore } from 'jotai'
import { useEffect } from 'react'
import { parts } from 'virtual:store-plugins'
import { writeCookie } from '../kit/cookie.ts'
import { useShop } from '../kit/shop.tsx'
import type { Shop } from '../kit/types.ts'
import { settleConsent } from './consent.tsx'
import { askingAtom } from './shop-scripts.ts'

type Store = ReturnType<typeof createStore>

/** Work that is visitor-specific or can wait. */
const afterStart = (shop: Shop, store: Store): void => {
  document.documentElement.setAttribute('data-alive', '')
  // Embedded pages do not count as the visitor's choice of language.
  if (shop.prefix && window.parent === window) writeCookie('language', shop.language)
  for (const part of parts) part.wake?.(shop, store)
  settleConsent(shop, () => store.set(askingAtom, true))
}

const started = new WeakSet<Store>()

/**
 * Runs visitor-specific code after the screen is hydrated. Must be called inside the screen: React may hydrate the frame first, and
 * data loaded in between would not match the server's HTML.
 */
export const useAfterStart = (): void => {
  const shop = useShop()
  const store = useStore()
  useEffect(() => {
    if (started.has(store)) return
    started.add(store)
    afterStart(shop, store)
  }, [shop, store])
}
