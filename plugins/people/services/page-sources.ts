import type { PageSources } from 'stoa'
import { recaptcha } from '../settings.ts'

/** The captcha comes from its maker, once some form asks for it. */
export const captchaSources: PageSources = {
  sources: {
    'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    'connect-src': ['https://www.google.com/recaptcha/'],
    'frame-src': ['https://www.google.com/recaptcha/'],
  },
  when: ({ kernel }) => {
    const { site_key: key, forms } = kernel.settings.of(recaptcha)
    return key !== '' && forms.length > 0
  },
}
