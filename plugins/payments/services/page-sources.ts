import type { PageSources } from 'stoa'

/** Path of the page where cards are entered. */
export const cardPage = '/stripe'

/** External hosts that payment pages need. */
export const pageSources: Record<string, PageSources> = {
  // Only the card page loads the vendor's form; card data never passes through the shop.
  card_form: {
    sources: {
      'script-src': ['https://js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    },
    when: ({ path }) => path === cardPage,
  },
  // Fake gateways run on the developer's machine and accept a form post, as real gateways do.
  rehearsal: { sources: { 'form-action': ['http://127.0.0.1:*'] }, when: ({ local }) => local },
}
