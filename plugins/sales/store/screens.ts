import './sales.css'
import { chosenCurrencyAtom, type StoreParts } from 'stoa/store'
import { cartShown } from 'stoa/plugins/catalogue/store'
import { loadCart } from './shared/cart.ts'
import { useBuying } from './shared/use-cart.ts'

/** Hooks for pages with products. */
export const hooks: StoreParts['hooks'] = { buying: useBuying }

/** Loads the visitor's cart, and reloads it on a change of currency, since items may have a price in that currency. */
export const wake: StoreParts['wake'] = (shop, store) => {
  if (!cartShown({ config: shop.shell.config, signedIn: shop.bootstrap.signedIn })) return
  void loadCart(shop, store)
  store.sub(chosenCurrencyAtom, () => void loadCart(shop, store))
}

/** Store screens of this plugin, and the cart in the layout of every page. */
export const screens: StoreParts['screens'] = {
  'sales/cart': () => import('./cart/index.tsx'),
  'sales/checkout': () => import('./checkout/index.tsx'),
  'sales/account-orders': () => import('./account-orders/index.tsx'),
  'sales/order': () => import('./order/index.tsx'),
  'sales/result': () => import('./result/index.tsx'),
}
