import './content.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** Store screens of this plugin. */
export const screens: StoreParts['screens'] = {
  'content/home': () => import('./home/index.tsx'),
  'content/page': () => import('./page/index.tsx'),
}
