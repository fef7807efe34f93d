/** Types of the public site settings. */
import type { Locale } from './i18n/api-types.ts'

/** Response of `GET /api/settings?groups=basic,image&language=`: the public settings by group. Plugins add the types of theirs. */
export interface SiteSettings {
  basic: {
    name: string
    main_language: Locale
    supported_languages: Locale[]
    time_zone: string
    supported_countries: string[]
    default_country_code: string
    supported_country_codes: string[]
    header_script?: string
    footer_script?: string
  }
  image: { logo: string | null; icon: string | null; banner: string | null; admin_logo: string | null }
}
