/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** A visitor has sent a message on the contact page. */
    'contact.received': { messageId: number }
  }
}

export { ATTRIBUTION } from './services/attribution.ts'
export { MESSAGES, type Messages } from './services/contact.ts'
export { MENU_TYPES } from './services/menu-types.ts'
export { SITEMAP, type SitemapSource } from './services/sitemap.ts'
export { TRANSFER_AMOUNTS, type TransferAmounts } from './services/transfer-amounts.ts'
export { type Widget, WIDGETS } from './services/widgets.ts'
export type { Elements } from './api-types.ts'
