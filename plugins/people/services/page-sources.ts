import type { PageSources } from 'stoa'
import { recaptcha } from '../settings.ts'

/** The captcha script is loaded from its vendor when a form needs it. */
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
