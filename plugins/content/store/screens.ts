import './content.css'
import './blog.css'
import './landing.css'
import type { StoreParts } from 'stoa/store'

export { frame } from './frame.ts'

/** Additional settings that the pages read. */
export const settings: StoreParts['settings'] = ['template', 'contact']

/** Redirects of URLs without a page. */
export const moved: StoreParts['moved'] = async ({ call, path }) => (await call.get<{ target?: string }>('/api/redirect', { path })).target

/** Appearance of the store, from the template settings. */
export const look: StoreParts['look'] = ({ template }) => ({ template: template.template, colours: template })

/** Store screens of this plugin. */
export const screens: StoreParts['screens'] = {
  'content/home': () => import('./home/index.tsx'),
  'content/page': () => import('./page/index.tsx'),
  'content/blog-category': () => import('./blog-category/index.tsx'),
  'content/article': () => import('./article/index.tsx'),
  'content/landing': () => import('./landing/index.tsx'),
  'content/landing-canvas': () => import('./landing-canvas/index.tsx'),
  'content/announcements': () => import('./announcements/index.tsx'),
  'content/nav': () => import('./nav/index.tsx'),
  'content/phone-nav': () => import('./phone-nav/index.tsx'),
  'content/footer': () => import('./footer/index.tsx'),
  'content/contact': () => import('./contact/index.tsx'),
}
