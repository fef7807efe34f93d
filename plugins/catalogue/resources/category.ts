import { defineResource, f } from 'stoa'
import { reindexLater } from '../services/lists/reindex.ts'
import { categoryPage } from '../api-types.ts'

/** A category of products; categories form a tree. */
export const category = defineResource({
  name: 'category',
  match: 'url',
  tree: 'parent_id',
  locked: true,
  sortBy: 'order',
  fields: {
    title: f.text({ localized: true, list: true, sort: true, search: true }),
    parent_id: f.maybe(f.one('category', { list: true, filter: true })),
    url: f.slug({ unique: true, inline: true, list: true, slugOf: 'title', search: true }),
    order: f.int({ default: 0, list: true, sort: true, inline: true }),
    visibled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    description: f.maybe(f.rich({ localized: true })),
    image: f.maybe(f.image({ group: 'side' })),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
  },
  publicView: { page: categoryPage },
  hooks: { afterSave: reindexLater('category') },
})
