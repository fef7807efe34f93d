import { defineSettings, f, message, validationError } from 'stoa'

/** Printable ASCII: an HTTP header can contain nothing else. */
const HEADER_SAFE = /^[ -~]*$/

/** Access to ClickUp: one application and one token for the shop. */
export const clickup = defineSettings({
  group: 'clickup',
  order: 65,
  area: 'system',
  icon: 'clipboard',
  fields: {
    client_id: f.text({ default: '', maxLength: 255 }),
    client_secret: f.maybe(f.sealed({ maxLength: 255 })),
    token: f.maybe(f.sealed({ maxLength: 255 })),
    api_url: f.url({ default: 'https://api.clickup.com/api', guards: ['client_secret', 'token'] }),
    authorize_url: f.url({ default: 'https://app.clickup.com/api', guards: [] }),
  },
  check: ({ next }) => {
    if (!HEADER_SAFE.test(next.token ?? '')) throw validationError({ token: message('clickup:error.token_characters') })
  },
})
