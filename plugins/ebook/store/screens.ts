import './ebook.css'
import type { StoreParts } from 'stoa/store'

/** The shelf of books. */
export const screens: StoreParts['screens'] = {
  'ebook/page': () => import('./page/index.tsx'),
}
