import './card.css'
import './catalogue.css'
import './list.css'
import './product.css'
import type { StoreParts } from 'stoa/store'
import { useSuggesting } from './search/suggesting.ts'

export { frame } from './frame.ts'

export const hooks: StoreParts['hooks'] = { suggesting: useSuggesting }

/** Store screens of this plugin, and its home page components. */
export const screens: StoreParts['screens'] = {
  'catalogue/brand': () => import('./brand/index.tsx'),
  'catalogue/brands': () => import('./brands/index.tsx'),
  'catalogue/category': () => import('./category/index.tsx'),
  'catalogue/product': () => import('./product/index.tsx'),
  'catalogue/home': () => import('./home/index.tsx'),
  'catalogue/search': () => import('./search/index.tsx'),
}
