import { defineResource, f } from '#core'

/** A named piece of content that screens and templates place, such as the footer. */
export const block = defineResource({
  name: 'block',
  match: 'identifier',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: true, sort: true, search: true }),
    identifier: f.key({ unique: true, inline: true, list: true, sort: true, search: true }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    content: f.maybe(f.rich({ localized: true })),
    css: f.maybe(f.code({ group: 'script', needs: 'update page script', sheet: false })),
  },
})
