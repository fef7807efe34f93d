import { f } from '../fields/f.ts'
import { validationError, message } from '../http/errors.ts'
import { isLocale, locales } from '../i18n/locale.ts'
import { isTimeZone } from '../text/time-zone.ts'
import { defineSettings } from './define.ts'

/** Allowed country calling codes (specification C §5). */
const phoneCodes = ['852', '853', '86', '886', '60', '65']

/** Name, languages, countries and time zone of the site. */
export const basic = defineSettings({
  group: 'basic',
  order: 1,
  area: 'store',
  icon: 'shop',
  fields: {
    name: f.text({ default: 'Stoa', localized: true, open: true }),
    main_language: f.pick(['en-US', 'zh-HK', 'zh-CN'], { default: 'en-US', open: true, confirm: true }),
    supported_languages: f.tags({ default: [...locales], open: true }),
    time_zone: f.text({ default: 'Asia/Hong_Kong', open: true, widget: 'time-zone' }),
    supported_countries: f.tags({ default: ['HKG', 'MAC', 'CHN', 'TWN', 'SGP', 'MYS'], open: true }),
    default_country_code: f.text({ default: '852', open: true }),
    supported_country_codes: f.tags({ default: phoneCodes, open: true }),
    header_script: f.maybe(f.code({ needs: 'update page script', group: 'script', open: true })),
    footer_script: f.maybe(f.code({ needs: 'update page script', group: 'script', open: true })),
  },
  check: ({ next }) => {
    const strange = next.supported_languages.find((l) => !isLocale(l))
    if (strange) throw validationError({ supported_languages: message('core:rule.language', { language: strange }) })
    if (!next.supported_languages.includes(next.main_language))
      throw validationError({ supported_languages: message('core:rule.main_language') })
    if (!isTimeZone(next.time_zone)) throw validationError({ time_zone: message('core:rule.time_zone') })
    const country = next.supported_countries.find((c) => !/^[A-Z]{3}$/.test(c))
    if (country) throw validationError({ supported_countries: message('core:rule.country', { code: country }) })
    const code = next.supported_country_codes.find((c) => !/^\d{1,4}$/.test(c))
    if (code) throw validationError({ supported_country_codes: message('core:rule.phone_code', { code }) })
    if (!next.supported_country_codes.includes(next.default_country_code))
      throw validationError({ default_country_code: message('core:rule.default_code') })
  },
})

/** Pictures of the site. */
export const image = defineSettings({
  group: 'image',
  order: 2,
  area: 'store',
  icon: 'media',
  fields: {
    logo: f.maybe(f.image({ open: true })),
    icon: f.maybe(f.image({ open: true })),
    banner: f.maybe(f.image({ open: true })),
    admin_logo: f.maybe(f.image({ open: true })),
  },
})

/** How the product's e-mails appear. The mail server is configured in the environment. */
export const mailing = defineSettings({
  group: 'mail',
  order: 30,
  area: 'system',
  icon: 'envelope',
  fields: {
    sender_name: f.text({ default: '', localized: true, maxLength: 120 }),
    reply_to: f.maybe(f.email()),
    unrequested_per_day: f.int({ default: 20, min: 0, max: 10_000 }),
  },
})
