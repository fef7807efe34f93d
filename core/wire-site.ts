/** What the public may know of the site. Types only. */
import type { Locale } from './wire.ts'

/** Answer of `GET /api/settings?groups=basic,image,currency&language=`: the public settings, by group. */
export interface SiteSettings {
  basic: {
    name: string
    main_language: Locale
    supported_languages: Locale[]
    supported_countries: string[]
    default_country_code: string
    supported_country_codes: string[]
    header_script?: string
    footer_script?: string
  }
  image: { logo: string | null; icon: string | null; banner: string | null; admin_logo: string | null }
  currency: { base_currency: string; supported_currencies: { identifier: string; rate: string; mark: string }[] }
  template: { template: string; colours: Record<string, string> }
  recaptcha: { site_key: string; forms: string[] }
  facebook: { enabled: boolean; client_id: string }
  [group: string]: Record<string, unknown>
}

/** Answer of `GET /api/config`: the shop's rules. Flags keep the numbers 0 and 1; `login_via_phone` 0 means on. */
export interface ShopConfig {
  config: {
    catalog_mode: 0 | 1
    member_only: 0 | 1
    guest_checkout: 0 | 1
    login_via_phone: 0 | 1
    login_validate_email: 0 | 1
  }
  product: Record<string, unknown>
  warehouse_enabled: 0 | 1
}
