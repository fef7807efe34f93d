import { defineResource, f, invalid, sql, text } from '#core'
import { isReserved } from '../domain/reserved.ts'

const script = { group: 'script', needs: 'update page script', sheet: false } as const

/** A static page, reached at `/{url}` and `/page/{url}`. */
export const page = defineResource({
  name: 'page',
  match: 'url',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: true, sort: true, search: true }),
    url: f.slug({ unique: true, inline: true, list: true, sort: true, search: true, slugOf: 'title' }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    short_description: f.maybe(f.rich({ localized: true })),
    content: f.maybe(f.rich({ localized: true })),
    image: f.maybe(f.image({ group: 'side' })),
    meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
    meta_description: f.maybe(f.area({ localized: true, group: 'seo', maxLength: 500 })),
    css: f.maybe(f.code(script)),
    header_script: f.maybe(f.code(script)),
    footer_script: f.maybe(f.code(script)),
  },
  hooks: {
    check: ({ input }) => {
      if (typeof input.url === 'string' && isReserved(input.url)) throw invalid({ url: text('core:rule.reserved', { word: input.url }) })
    },
  },
  store: {
    path: '/page',
    by: 'url',
    show: ['title', 'url', 'short_description', 'content', 'image', 'meta_title', 'meta_description'],
    where: sql`t.enabled`,
  },
})
