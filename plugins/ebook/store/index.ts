import './ebook.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** The shelf of books. */
export const screens: StoreParts['screens'] = {
  'ebook/page': () => import('./page/index.tsx'),
}
