import type { createStore } from 'jotai'
import { loadCart } from '../cart/cart.ts'
import { cartShown } from '../guards/gating.ts'
import { writeCookie } from '../kit/cookie.ts'
import type { Shop } from '../kit/types.ts'
import { runShopScripts } from './shop-scripts.ts'

type Store = ReturnType<typeof createStore>

/** What is personal or can wait: it happens once the page is alive. */
export const afterStart = (shop: Shop, store: Store): void => {
  document.documentElement.setAttribute('data-alive', '')
  if (shop.prefix) writeCookie('language', shop.language)
  if (cartShown({ config: shop.shell.config, signedIn: shop.bootstrap.signedIn })) void loadCart(shop, store)
  if (!shop.bootstrap.staff) runShopScripts(shop.shell.settings.basic)
}
