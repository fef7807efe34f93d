import { defineResource, f, sql } from 'stoa'
import { reindexLater } from '../services/lists/reindex.ts'

export const brand = defineResource({
  name: 'brand',
  match: 'url',
  enabledBy: 'enabled',
  locked: true,
  fields: {
    enabled: f.flag({ default: true, list: 2, filter: true, inline: true, batch: true, group: 'side' }),
    title: f.text({ localized: true, list: 1, sort: true, search: true }),
    url: f.slug({ unique: true, inline: true, slugOf: 'title', search: true }),
    short_description: f.maybe(f.rich({ localized: true, small: true })),
    description: f.maybe(f.rich({ localized: true })),
    image: f.maybe(f.image({ group: 'side' })),
  },
  hooks: { afterSave: reindexLater('brand') },
  store: { path: '/brand', by: 'url', show: ['title', 'url', 'short_description', 'description', 'image'], where: sql`t.enabled` },
})
