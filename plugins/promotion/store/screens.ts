import './promotion.css'
import type { StoreParts } from 'stoa/store'

/** The code field wherever a cart is shown. */
export const screens: StoreParts['screens'] = {
  'promotion/code': () => import('./code/index.tsx'),
}
