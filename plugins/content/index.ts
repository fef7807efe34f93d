/** What other plugins may use of content. */
declare module '#core/events/events' {
  interface Events {
    /** Somebody wrote on the contact page. */
    'contact.received': { messageId: number }
  }
}

export { ATTRIBUTION, type Attribution } from './services/attribution.ts'
export { MESSAGES, type Messages } from './services/contact.ts'
export { MENU_TYPES, type MenuType } from './services/menu-types.ts'
export { keepsAddresses } from './services/redirects.ts'
export { SITEMAP, type SitemapSource } from './services/sitemap.ts'
export { type Widget, WIDGETS } from './services/widgets.ts'
export type { AnnouncementView, BlockView, Elements, LandingReport, MenuNode, PageView } from './wire.ts'
