import './catalogue.css'
import './product.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** Store screens of this plugin. */
export const screens: StoreParts['screens'] = {
  'catalogue/category': () => import('./category/index.tsx'),
  'catalogue/product': () => import('./product/index.tsx'),
  'catalogue/search': () => import('./search/index.tsx'),
}

/** What this plugin shows on other plugins' screens. */
export const slots: StoreParts['slots'] = {
  'catalogue/home': () => import('./home/index.tsx'),
}
