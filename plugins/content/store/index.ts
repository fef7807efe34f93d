import './content.css'
import './blog.css'
import './landing.css'
import type { StoreParts } from '../../../ui-store/src/kit/index.ts'

/** Store screens of this plugin. */
export const screens: StoreParts['screens'] = {
  'content/home': () => import('./home/index.tsx'),
  'content/page': () => import('./page/index.tsx'),
  'content/blog-category': () => import('./blog-category/index.tsx'),
  'content/article': () => import('./article/index.tsx'),
  'content/landing': () => import('./landing/index.tsx'),
  'content/contact': () => import('./contact/index.tsx'),
}
