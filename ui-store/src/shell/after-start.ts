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

/** What is personal or can wait. */
const afterStart = (shop: Shop, store: Store): void => {
  document.documentElement.setAttribute('data-alive', '')
  // A page within another was not chosen by the visitor.
  if (shop.prefix && window.parent === window) writeCookie('language', shop.language)
  for (const part of parts) part.wake?.(shop, store)
  settleConsent(shop, () => store.set(askingAtom, true))
}

const started = new WeakSet<Store>()

/**
 * Begins what is personal once the screen is awake. It must be called inside the screen: React may wake the
 * frame first, and data that comes in between would not fit what the server drew.
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
