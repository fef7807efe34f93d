import './ebook.css'
import type { StoreParts } from 'stoa/store'

/** The e-book page. */
export const screens: StoreParts['screens'] = {
  'ebook/page': () => import('./page/index.tsx'),
}
