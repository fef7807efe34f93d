import { f } from '../fields/f.ts'
import { locales } from '../i18n/locale.ts'
import { defineSettings } from './define.ts'

/** Phone codes a number may carry (specification C §5). */
const phoneCodes = ['852', '853', '86', '886', '60', '65']

/** What the site is called and which languages, countries and clock it goes by. */
export const basic = defineSettings({
  group: 'basic',
  order: 1,
  fields: {
    name: f.text({ default: 'Stoa', localized: true, open: true }),
    main_language: f.pick(['en-US', 'zh-HK', 'zh-CN'], { default: 'en-US', open: true }),
    supported_languages: f.tags({ default: [...locales], open: true }),
    time_zone: f.text({ default: 'Asia/Hong_Kong' }),
    supported_countries: f.tags({ default: ['HKG', 'MAC', 'CHN', 'TWN', 'SGP', 'MYS'], open: true }),
    default_country_code: f.text({ default: '852', open: true }),
    supported_country_codes: f.tags({ default: phoneCodes, open: true }),
    header_script: f.maybe(f.code({ needs: 'update page script', group: 'script', open: true })),
    footer_script: f.maybe(f.code({ needs: 'update page script', group: 'script', open: true })),
  },
})

/** Pictures of the site. */
export const image = defineSettings({
  group: 'image',
  order: 2,
  fields: {
    logo: f.maybe(f.image({ open: true })),
    icon: f.maybe(f.image({ open: true })),
    banner: f.maybe(f.image({ open: true })),
    admin_logo: f.maybe(f.image({ open: true })),
  },
})
