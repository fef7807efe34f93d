import { defineResource, f, invalid, type Saved, sql, text } from '#core'

/** A file people may download, with a cover and words about it, each per language. */
export const ebook = defineResource({
  name: 'ebook',
  match: 'url',
  sortBy: 'order',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true }),
    url: f.slug({ unique: true, slugOf: 'title', search: true }),
    description: f.maybe(f.rich({ localized: true })),
    cover: f.maybe(f.image({ localized: true })),
    file: f.file({ localized: true, sheet: false }),
    access: f.pick(['public', 'login', 'purchase'], { default: 'public', list: 2, filter: true, group: 'side' }),
    product_id: f.maybe(f.one('product', { group: 'side', showIf: { field: 'access', in: ['purchase'] } })),
    enabled: f.flag({ default: true, list: 3, filter: true, inline: true, batch: true, group: 'side' }),
    order: f.int({ default: 0, list: 4, sort: true, inline: true, group: 'side' }),
    downloads: f.int({ default: 0, readOnly: true, list: 5, sort: true, group: 'side', sheet: false }),
  },
  hooks: {
    check: ({ input, old }) => {
      const access = input.access ?? old?.access
      const product = input.product_id === undefined ? old?.product_id : input.product_id
      if (access === 'purchase' && !product) throw invalid({ product_id: text('core:rule.required') })
    },
    saved: shut,
  },
})

/** The file of a book has no public address: whoever may have it gets one that runs out. */
async function shut({ tx, id }: Saved): Promise<void> {
  await tx.run(sql`update file set is_private = true where not is_private
    and path in (select f.value from ebook b, jsonb_each_text(b.file) f where b.id = ${id})`)
}
