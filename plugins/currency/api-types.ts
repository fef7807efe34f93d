import type { Currency } from './settings.ts'

declare module 'stoa/site-types' {
  interface SiteSettings {
    /** Base currency and supported currencies; absent when no plugin uses money. */
    currency?: { base_currency: string; supported_currencies: Currency[] }
  }
}
