import './sales.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** Store screens of this plugin, and the cart that stands in the layout of every page. */
export const screens: StoreParts['screens'] = {
  'sales/cart': () => import('./cart/index.tsx'),
  'sales/checkout': () => import('./checkout/index.tsx'),
  'sales/account-orders': () => import('./account-orders/index.tsx'),
  'sales/order': () => import('./order/index.tsx'),
  'sales/result': () => import('./result/index.tsx'),
}
