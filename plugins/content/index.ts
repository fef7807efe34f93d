/** What other plugins may use of content. */
declare module 'stoa/events' {
  interface Events {
    /** Somebody wrote on the contact page. */
    'contact.received': { messageId: number }
  }
}

export { ATTRIBUTION } from './services/attribution.ts'
export { MESSAGES, type Messages } from './services/contact.ts'
export { MENU_TYPES } from './services/menu-types.ts'
export { SITEMAP, type SitemapSource } from './services/sitemap.ts'
export { type Widget, WIDGETS } from './services/widgets.ts'
export type { Elements } from './api-types.ts'
