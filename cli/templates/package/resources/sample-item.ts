import { defineResource, f, sql } from 'stoa'

export const sampleItem = defineResource({
  name: 'sample_item',
  match: 'url',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: true, sort: true, search: true }),
    url: f.slug({ unique: true, inline: true, list: true, sort: true, search: true, slugOf: 'title' }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    content: f.maybe(f.rich({ localized: true })),
    image: f.maybe(f.image({ group: 'side' })),
  },
  store: { path: '/sample-item', by: 'url', show: ['title', 'url', 'content', 'image'], where: sql`t.enabled` },
})

/** A row as the API returns it. */
export type SampleItem = typeof sampleItem.Row
