import type { Currency } from './settings.ts'

declare module 'stoa/site-types' {
  interface SiteSettings {
    /** Which currency amounts are in, and which they can be shown in; absent where no part of the product deals in money. */
    currency?: { base_currency: string; supported_currencies: Currency[] }
  }
}
