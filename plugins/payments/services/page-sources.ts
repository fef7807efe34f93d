import type { PageSources } from 'stoa'

/** Where cards are entered. */
export const cardPage = '/stripe'

/** Hosts outside that paying needs. */
export const pageSources: Record<string, PageSources> = {
  // The card page alone brings the form of its maker: what is typed there never passes through the shop.
  card_form: {
    sources: {
      'script-src': ['https://js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    },
    when: ({ path }) => path === cardPage,
  },
  // Gateways that are rehearsed stand on the developer's own machine and take a form post, as real ones do.
  rehearsal: { sources: { 'form-action': ['http://127.0.0.1:*'] }, when: ({ local }) => local },
}
