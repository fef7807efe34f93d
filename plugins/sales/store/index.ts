import './sales.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** Store screens of this plugin. */
export const screens: StoreParts['screens'] = {
  'sales/checkout': () => import('./checkout/index.tsx'),
  'sales/result': () => import('./result/index.tsx'),
}

/** The cart button stands in the layout of every page, with the drawer behind it. */
export const slots: StoreParts['slots'] = {
  'sales/cart': () => import('./cart/index.tsx'),
}
