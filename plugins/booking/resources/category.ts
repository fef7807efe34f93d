import { defineResource, f } from 'stoa'

/** A category of events with its own page. */
export const eventCategory = defineResource({
  name: 'event_category',
  path: 'booking/category',
  match: 'url',
  sortBy: 'order',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true }),
    url: f.slug({ unique: true, inline: true, slugOf: 'title', search: true }),
    order: f.int({ default: 0, list: 2, sort: true, inline: true, group: 'side' }),
    visibled: f.flag({ default: true, list: 3, filter: true, inline: true, batch: true, group: 'side' }),
    short_description: f.maybe(f.rich({ localized: true, small: true })),
    image: f.maybe(f.image({ group: 'side' })),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_short_description: f.maybe(f.area({ localized: true, maxLength: 500, group: 'seo' })),
  },
})
