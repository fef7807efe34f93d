import { defineSettings, f, validationError, message } from 'stoa'

/** Store forms that a captcha can protect. */
export const guardedForms = ['login', 'register', 'password', 'contact', 'form', 'checkout', 'booking']

/** Sign-in with Facebook (specification C §3, §7). */
export const facebook = defineSettings({
  group: 'facebook',
  order: 50,
  area: 'customers',
  icon: 'social-media',
  fields: {
    enabled: f.flag({ default: false, open: true }),
    client_id: f.text({ default: '', maxLength: 120, open: true }),
    client_secret: f.maybe(f.sealed({ maxLength: 255 })),
    graph_url: f.url({ default: 'https://graph.facebook.com', guards: ['client_secret'] }),
  },
  check: ({ next }) => {
    if (next.enabled && next.client_id === '') throw validationError({ client_id: message('people:error.facebook_client') })
    if (next.enabled && !next.client_secret) throw validationError({ client_secret: message('core:rule.required') })
  },
})

/** Captcha protection of forms. */
export const recaptcha = defineSettings({
  group: 'recaptcha',
  order: 55,
  area: 'system',
  icon: 'shield',
  fields: {
    site_key: f.text({ default: '', maxLength: 255, open: true }),
    secret_key: f.maybe(f.sealed({ maxLength: 255 })),
    forms: f.tags({ default: [], open: true }),
    verify_url: f.url({ default: 'https://www.google.com/recaptcha/api/siteverify', guards: ['secret_key'] }),
  },
  check: ({ next }) => {
    const strange = next.forms.find((form) => !guardedForms.includes(form))
    if (strange) throw validationError({ forms: message('people:error.recaptcha_form', { form: strange }) })
    if (next.forms.length > 0 && next.site_key === '') throw validationError({ site_key: message('people:error.recaptcha_key') })
  },
})

/** SMS provider and daily limit. */
export const sms = defineSettings({
  group: 'sms',
  order: 32,
  area: 'system',
  icon: 'mobile-phone',
  fields: {
    provider: f.pick(['off', 'log', 'twilio'], { default: 'off' }),
    account_sid: f.text({ default: '', maxLength: 120, showIf: { field: 'provider', in: ['twilio'] } }),
    auth_token: f.maybe(f.sealed({ maxLength: 255, showIf: { field: 'provider', in: ['twilio'] } })),
    sender: f.text({ default: '', maxLength: 40, showIf: { field: 'provider', in: ['twilio'] } }),
    base_url: f.url({ default: 'https://api.twilio.com', guards: ['auth_token'], showIf: { field: 'provider', in: ['twilio'] } }),
    daily_budget: f.int({ default: 500, min: 0, max: 1_000_000 }),
  },
  check: ({ next }) => {
    if (next.provider !== 'twilio') return
    for (const name of ['account_sid', 'auth_token', 'sender'] as const)
      if (!next[name]) throw validationError({ [name]: message('core:rule.required') })
  },
})
