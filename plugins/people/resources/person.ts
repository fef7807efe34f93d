import { defineResource, f } from '#core'

/** Somebody the shop has met, with or without an account. One row per email address. */
export const person = defineResource({
  name: 'person',
  verbs: ['get', 'export'],
  label: 'email',
  match: 'email',
  fields: {
    email: f.email({ unique: true, list: true, sort: true, search: true, readOnly: true }),
    first_name: f.text({ default: '', list: true, search: true, readOnly: true }),
    last_name: f.text({ default: '', list: true, search: true, readOnly: true }),
    country_code: f.maybe(f.text({ maxLength: 4, readOnly: true })),
    phone: f.maybe(f.phone({ list: true, search: true, readOnly: true })),
  },
})
